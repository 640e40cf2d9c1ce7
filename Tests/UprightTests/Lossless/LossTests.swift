import ImageModel
import TestSupport
import Testing

/// JPEGs that can't be made of their source's coefficients.
struct LossTests {
  private static func studio(_ keys: String, output: String = "") throws -> Studio {
    let studio = try Studio("durability: none\n\(keys)\noutputs: [{path: 'out/{stem}.jpg'\(output)}]")
    var kind = TestJPEG(.ycbcr)
    kind.sampling = [TestJPEG.Sampling(2, 1)]
    try studio.folder.write(kind.file(.noisy(width: 101, height: 67)), to: "photos/a.jpg")
    return studio
  }

  /// Keys, keys of the output, why it can't be, and the box that the message names.
  static let cases: [(String, String, String, String?)] = [
    ("orientation: bake", ", crop: '1,0,50,50'", "its box isn't on the grid of 16x8 pixels", "0,0,51,50"),
    ("crop: {aspect: '1:1', gravity: east}", "", "its box isn't on the grid of 16x8 pixels", "32,0,69,67"),
    ("resize: {width: 50}", "", "it is resized", nil),
    ("color: {profile: srgb}", "", "its colours are converted", nil),
    ("max_bytes: 200KB", "", "'max_bytes' bounds it", nil),
    (
      "resize: {width: 120, height: 80, fit: contain}", "", "it shows more than the picture", nil
    ),
    (
      "crop: {x: -16, y: 0, width: 32, height: 32, out_of_bounds: pad}", "", "it shows more than the picture",
      nil
    ),
  ]

  @Test("It fails where it is required, and says which box does", arguments: cases)
  func required(_ keys: String, _ output: String, _ reason: String, _ box: String?) throws {
    let studio = try Self.studio("encode: {lossless: require}\n\(keys)", output: output)
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let named = box.map { "; the nearest that is: crop: \"\($0)\"" } ?? ""
    let message = "can't be made without loss: \(reason)\(named)"
    #expect(try studio.rows().map(\.error) == [Row.Note(code: "not_lossless", message: message)])
    guard let box else { return }
    try studio.job(
      "sources: ['photos/*.jpg']\nencode: {lossless: require}\noutputs: [{path: b.jpg, crop: \"\(box)\"}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("It is encoded as ever where loss is allowed, and says so", arguments: cases)
  func allowed(_ keys: String, _ output: String, _ reason: String, _ box: String?) throws {
    let studio = try Self.studio("encode: {lossless: auto}\n\(keys)", output: output)
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let auto = try studio.folder.read("out/a.jpg")
    let messages = try studio.rows().flatMap(\.warnings).filter { $0.code == "not_lossless" }.map(\.message)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix("is encoded anew: \(reason)") })
    let never = try Self.studio("encode: {lossless: never}\n\(keys)", output: output)
    #expect(try never.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try never.folder.read("out/a.jpg") == auto)
  }

  @Test(
    "A picture that is turned names what is left of it", arguments: [("2", "5,0,96,67"), ("6", "3,0,64,101")])
  func turned(_ orientation: String, _ box: String) throws {
    let studio = try Self.studio("encode: {lossless: require}")
    try studio.job(
      "sources: [{path: photos/a.jpg, exif_orientation: \(orientation)}]\nencode: {lossless: require}\n"
        + "outputs: [{path: x.jpg}, {path: y.jpg, crop: \"\(box)\"}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["failed", "ok"])
    #expect(rows[0].error?.message.hasSuffix("the nearest that is: crop: \"\(box)\"") == true)
  }
}
