import ImageModel
import JSON
import JobFile
import Reporting
import TestSupport
import Testing

@testable import Planning

@Suite struct ThumbnailPlanTests {
  private static let use = "decode: {embedded_thumbnail: when_large_enough}"

  /// A picture of 4000x3000 with a thumbnail of 160x120.
  private static func source(
    _ tag: ExifOrientation? = nil, own: (Int, Int) = (160, 120), wholeBytes: Int = 0
  ) -> SourceInfo {
    var info = SourceInfo(4000, 3000, tag: tag)
    info.thumbnail = SourceThumbnail(
      EmbeddedThumbnail(
        range: 500..<5500, storedSize: PixelSize(width: own.0, height: own.1), color: .rgb),
      wholeBytes: wholeBytes)
    return info
  }

  private static func image(
    _ outputs: [String], _ info: SourceInfo = source(), keys: String = use
  ) throws -> ImagePlan {
    let list = outputs.enumerated().map { "  - path: \($0).jpg\n    \($1)\n" }.joined()
    return try PlannedJob("\(keys)\nsources: [{path: a.jpg}]\noutputs:\n\(list)").image(info)
  }

  /// True where the only output with these keys comes from the thumbnail.
  private static func isUsed(_ keys: String, _ info: SourceInfo = source()) throws -> Bool {
    let plan = try image([keys], info)
    #expect(plan.decodes.count == 1)
    return plan.decodes[0].thumbnail == info.thumbnail?.picture
  }

  @Test func nobodyAskedForIt() throws {
    for keys in ["", "decode: {embedded_thumbnail: never}"] {
      #expect(try Self.image(["resize: {width: 64}"], keys: keys).decodes[0].thumbnail == nil)
    }
    #expect(try Self.image(["resize: {width: 64}"], SourceInfo(4000, 3000)).decodes[0].thumbnail == nil)
    #expect(try Self.isUsed("resize: {width: 64}"))
  }

  @Test(arguments: [
    ("resize: {width: 160}", true), ("resize: {width: 161}", false),
    ("resize: {height: 120}", true), ("resize: {height: 121}", false),
    ("resize: {width: 1, height: 120, fit: fill}", true),
    ("resize: {width: 1, height: 121, fit: fill}", false),
    // A canvas doesn't count.
    ("resize: {width: 900, height: 120, fit: contain}", true),
    ("resize: {width: 900, height: 121, fit: contain}", false),
    // A cover of 1:1 is 3000 of 4000 pixels.
    ("resize: {width: 120, height: 120, fit: cover}", true),
    ("resize: {width: 121, height: 121, fit: cover}", false),
    // 25 of the picture's pixels for each of the thumbnail's.
    ("crop: '1000,1000,1000,1000'\n    resize: {width: 40}", true),
    ("crop: '1000,1000,999,1000'\n    resize: {width: 40, height: 40, fit: fill}", false),
    ("crop: '1000,1000,1000,1000'\n    resize: {width: 41}", false),
    ("crop: {region: '-500,0,1000,1000', out_of_bounds: pad}\n    resize: {width: 40}", true),
    ("quality: 80", false), ("crop: '0,0,1,1'", false),
    // Pixels of the full-size picture are asked for.
    ("resize: {width: 64, filter: point}", false), ("resize: {width: 64, filter: bilinear}", true),
  ])
  func itMustBeLargeEnough(_ keys: String, _ isUsed: Bool) throws {
    #expect(try Self.isUsed(keys) == isUsed)
  }

  /// 160x120 as stored is 120x160 as shown.
  @Test func sidesAreComparedAsStored() throws {
    for tag in ExifOrientation.allCases {
      let info = Self.source(tag)
      let (wide, tall) = tag.transposes ? (120, 160) : (160, 120)
      #expect(try Self.isUsed("resize: {width: \(wide)}", info))
      #expect(try !Self.isUsed("resize: {width: \(wide + 1)}", info))
      #expect(try Self.isUsed("resize: {height: \(tall)}", info))
      #expect(try !Self.isUsed("resize: {height: \(tall + 1)}", info))
    }
  }

  /// The larger outputs share the picture as ever, the smaller ones the thumbnail, which is decoded last.
  @Test func eachOutputHasItsOwn() throws {
    let large = ["resize: {width: 1000}", "resize: {width: 500}"]
    let small = ["resize: {width: 20}", "crop: '2000,1000,2000,1000'\n    resize: {width: 30}"]
    let without = try Self.image(large, keys: "")
    let plan = try Self.image([large[0], small[0], large[1], small[1]])
    #expect(plan.outputs.map(\.decode) == [0, 1, 0, 1])
    // For 20 of 160 pixels 2/8 would do, which leaves two samples each. For 30 of 80 it is 5/8, which leaves 50.
    let thumbnail = EmbeddedThumbnail(
      range: 500..<5500, storedSize: PixelSize(width: 160, height: 120), color: .rgb)
    let fiveEighths = try #require(DCTScale.libjpeg.first { $0.eighths == 5 })
    #expect(
      plan.decodes == without.decodes + [
        DecodePlan(
          engine: .libjpeg, thumbnail: thumbnail, scale: fiveEighths,
          region: PixelRect(x: 0, y: 0, width: 4000, height: 3000),
          samples: PixelRect(x: 0, y: 0, width: 100, height: 75))
      ])
    #expect([plan.outputs[0].resample, plan.outputs[2].resample] == without.outputs.map(\.resample))
    #expect(
      plan.outputs[3].resample
        == ResampleGeometry(
          samples: PixelRect(x: 50, y: 25, width: 50, height: 25),
          region: RealRect(x: 0, y: 0, width: 50, height: 25), size: PixelSize(width: 30, height: 15),
          filter: .lanczos3))
  }

  /// A box of 1001,501 2000x1000 in a thumbnail of 160x119 of 4000x3000: x 40.04 to 120.04, y 501 x 119 / 3000 = 19.873
  /// to 1501 x 119 / 3000 = 59.539666...
  @Test func aCropHasFractionalEdges() throws {
    let plan = try Self.image(
      ["crop: '1001,501,2000,1000'\n    resize: {width: 60}"], Self.source(own: (160, 119)))
    #expect(plan.decodes.map(\.scale) == [.full])
    #expect(plan.decodes[0].region == PixelRect(x: 1001, y: 501, width: 2000, height: 1000))
    #expect(plan.decodes[0].samples == PixelRect(x: 40, y: 19, width: 81, height: 41))
    let resample = try #require(plan.outputs[0].resample)
    #expect(resample.samples == plan.decodes[0].samples)
    #expect(resample.size == PixelSize(width: 60, height: 30))
    let found = [resample.region.x, resample.region.y, resample.region.right, resample.region.bottom]
    for (edge, exact) in zip(found, [0.04, 0.873, 80.04, 1501.0 * 119 / 3000 - 19]) {
      #expect(abs(edge - exact) < 1e-9)
    }
  }

  @Test func memoryIsTheThumbnails() throws {
    let small = "resize: {width: 100}"
    let used = try Self.image([small]).peakBytes
    var other = SourceInfo(160, 120)
    other.pixels = PixelFormat(.rgb)
    let alike = try Self.image([small], other, keys: "").peakBytes
    #expect(used == alike)
    var progressive = Self.source(wholeBytes: 90_000)
    progressive.wholeBytes = 36_000_000
    #expect(try Self.image([small], progressive).peakBytes == alike + 90_000)
    #expect(try Self.image([small], progressive, keys: "").peakBytes > 36_000_000)
  }

  @Test func itCountsForTheRecipe() throws {
    let keys = ["resize: {width: 100}"]
    let changed = SourceThumbnail(
      EmbeddedThumbnail(range: 501..<5500, storedSize: PixelSize(width: 160, height: 120), color: .rgb),
      wholeBytes: 0)
    var other = Self.source()
    other.thumbnail = changed
    let images = [
      try Self.image(keys), try Self.image(keys, other), try Self.image(keys, Self.source(own: (160, 119))),
      try Self.image(keys, keys: ""),
    ]
    #expect(Set(images.map { Recipe.digest(ofOutput: 0, in: $0, versions: RecipeVersions("1")) }).count == 4)
    // Of an output that it isn't used for it says nothing.
    let large = [("", Self.source()), (Self.use, Self.source()), (Self.use, other)]
    let recipes = try large.map { keys, info in
      Recipe.digest(
        ofOutput: 0, in: try Self.image(["resize: {width: 900}"], info, keys: keys),
        versions: RecipeVersions("1"))
    }
    #expect(Set(recipes).count == 1)
  }

  @Test func aDecodeOfItReadsLikeThis() throws {
    let plan = try Self.image(["resize: {width: 100}"])
    #expect(
      try JSONText.encode(plan.decodes)
        == ##"[{"engine":"libjpeg","thumbnail":{"offset":500,"bytes":5000,"stored_size":[160,120],"color":"rgb"},"##
        + ##""coefficients":false,"scale":"8/8","region":[0,0,4000,3000],"samples":[0,0,160,120]}]"##)
  }
}
