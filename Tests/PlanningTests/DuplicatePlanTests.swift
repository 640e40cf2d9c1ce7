import ImageModel
import Testing

@testable import JobFile
@testable import Planning

/// Pictures that `not_duplicate` leaves out.
@Suite struct DuplicatePlanTests {
  /// The plans of pictures with these hashes, in this order, after those that look alike are left out. With `names`,
  /// the pictures are pages of sources with these names.
  private static func plans(
    _ sources: [(entry: String, hash: UInt64)], _ keys: String, names: [String] = []
  ) throws -> [ImagePlan] {
    let entries = sources.map { "{\($0.entry)}" }.joined(separator: ", ")
    let job = try PlannedJob("sources: [\(entries)]\n\(keys)\noutputs: [{path: \"{index}.jpg\"}]")
    let items = SourceExpansion(
      sources: job.spec.sources, exclude: [], base: BaseFolder("/base"), file: "job.yaml", reserved: []
    ).items
    let planner = Planner(job.spec)
    var images = items.enumerated().map { place, item in
      var info = SourceInfo(300, 200)
      let facts = GreyFacts(
        sharpness: 9, entropy: 7, mean: 99, deviation: 50, phash: PictureHash(sources[place].hash),
        dhash: PictureHash(0))
      info.facts = .success(PictureFacts(grey: facts))
      return planner.plan(item, index: place + 1, info: .success(info))
    }
    for (place, name) in names.enumerated() { (images[place].source, images[place].page) = (name, place) }
    planner.leaveOutDuplicates(of: &images, items)
    return images
  }

  private static func reason(_ source: String, _ bits: Int, _ distance: Int = 4) -> Finding {
    Finding(
      .filtered,
      "it looks like '\(source)': their phash differs in \(bits) of 64 bits, and where.not_duplicate asks for more than \(distance)"
    )
  }

  /// `b` is 4 bits from `a`, and `c` is 4 bits from `b` and 8 from `a`.
  @Test("A picture stays if those that it looks like are left out")
  func greedy() throws {
    let hashes: [(String, UInt64)] = [("path: a.jpg", 0), ("path: b.jpg", 0xF), ("path: c.jpg", 0xFF)]
    let plans = try Self.plans(hashes, "where: {not_duplicate: {}}")
    #expect(plans.map(\.error) == [nil, Self.reason("a.jpg", 4), nil])
    #expect(plans[1].outputs.map(\.path) == [nil])
    #expect(plans[1].outputs[0].displaySize == PixelSize(width: 300, height: 200))
    #expect(plans[1].decodes.isEmpty && plans[1].isConsistent)
    #expect(plans[2].outputs[0].path == "000003.jpg")
    #expect(
      try Self.plans(hashes, "where: {not_duplicate: {distance: 3}}").map(\.error) == [nil, nil, nil])
    #expect(
      try Self.plans(hashes, "where: {not_duplicate: {distance: 8}}").map(\.error)
        == [nil, Self.reason("a.jpg", 4, 8), Self.reason("a.jpg", 8, 8)])
  }

  @Test("Only pictures of one folder are compared with 'of: folder'")
  func folders() throws {
    let hashes: [(String, UInt64)] = [
      ("path: x/a.jpg", 0), ("path: x/b.jpg", 1), ("path: x/y/a.jpg", 0), ("path: x/y/z.jpg", 0),
    ]
    let plans = try Self.plans(hashes, "where: {not_duplicate: {of: folder}}")
    #expect(plans.map(\.error) == [nil, Self.reason("x/a.jpg", 1), nil, Self.reason("x/y/a.jpg", 0)])
  }

  @Test("Two items of one picture have one verdict, and entries without the bound aren't compared")
  func items() throws {
    let hashes: [(String, UInt64)] = [
      ("path: a.jpg, id: left", 0), ("path: a.jpg, id: right", 0), ("path: b.jpg, where: {}", 0),
      ("path: c.jpg, id: l", 1), ("path: c.jpg, id: r", 1),
    ]
    let plans = try Self.plans(hashes, "where: {not_duplicate: {of: job}}")
    let reason = Self.reason("a.jpg", 1)
    #expect(plans.map(\.error) == [nil, nil, nil, reason, reason])
  }

  @Test("The folder of a member is that in its archive, and a page is named by its id")
  func members() throws {
    let hashes: [(String, UInt64)] = (0..<5).map { ("path: \($0).jpg, id: i\($0), page: \($0)", 0) }
    let names = ["x/a.tif", "x/a.tif", "x/s.tar::b.jpg", "x/s.tar::d/b.jpg", "x/s.tar::d/c.jpg"]
    let plans = try Self.plans(hashes, "where: {not_duplicate: {of: folder}}", names: names)
    #expect(plans.map { $0.error != nil } == [false, true, false, false, true])
    #expect(plans[1].error?.message.hasPrefix("it looks like 'x/a.tif' (id 'i0'): ") == true)
    #expect(plans[4].error?.message.hasPrefix("it looks like 'x/s.tar::d/b.jpg': ") == true)
  }
}
