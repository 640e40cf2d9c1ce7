import Foundation
import ImageModel
import JSON
import JobFile
import Reporting
import TestSupport
import Testing

@testable import Planning

/// Outputs that smaller copies of their picture serve.
@Suite struct ReducedPlanTests {
  private static func copy(_ width: Int, _ height: Int, at offset: Int) throws -> SmallerCopy {
    try #require(
      SmallerCopy(
        offset: offset, storedSize: PixelSize(width: width, height: height),
        of: PixelSize(width: 4000, height: 3000)))
  }

  /// A TIFF of 4000x3000 with copies of a half, a quarter and an eighth, in no order.
  private static func source(wholeBytes: Int = 0) throws -> SourceInfo {
    var info = SourceInfo(4000, 3000)
    (info.format, info.pixels, info.wholeBytes) = (.tiff, PixelFormat(.rgb), wholeBytes)
    info.reduced = [
      SourceSmallerCopy(try copy(1000, 750, at: 200), wholeBytes: 5000),
      SourceSmallerCopy(try copy(2000, 1500, at: 100), wholeBytes: 9000),
      SourceSmallerCopy(try copy(500, 375, at: 300), wholeBytes: 700),
    ]
    return info
  }

  private static func image(
    _ outputs: [String], _ info: SourceInfo? = nil, keys: String = ""
  ) throws -> ImagePlan {
    let list = outputs.enumerated().map { "  - path: \($0).jpg\n    \($1)\n" }.joined()
    return try PlannedJob("\(keys)\nsources: [{path: a.tif}]\noutputs:\n\(list)").image(info ?? source())
  }

  /// The smallest copy with two pixels for each of the output's is the one.
  @Test(arguments: [
    // 248x186 has half of 500x375; 250x188 hasn't, by a row.
    ("resize: {width: 248}", 300), ("resize: {width: 250}", 200), ("resize: {width: 500}", 200),
    ("resize: {width: 501}", 100), ("resize: {width: 1000}", 100), ("resize: {width: 1001}", nil),
    ("resize: {width: 100, height: 188, fit: fill}", 200), ("resize: {width: 100, filter: point}", nil),
    ("crop: '3000,2000,1000,1000'\n    resize: {width: 62}", 300),
    ("crop: '3000,2000,1000,1000'\n    resize: {width: 63}", 200),
    ("crop: '3000,2000,1000,1000'", nil),
  ])
  func theSmallestThatServes(_ keys: String, _ offset: Int?) throws {
    let plan = try Self.image([keys])
    #expect(plan.decodes.map(\.reduced?.offset) == [offset])
    #expect(plan.decodes.map(\.scale) == [.full])
    #expect(plan.isConsistent)
  }

  @Test func oversampleAndVerifySay() throws {
    let keys = ["resize: {width: 250}"]
    #expect(
      try Self.image(keys, keys: "decode: {oversample: 3}").decodes.map(\.reduced?.offset) == [200])
    #expect(try Self.image(keys, keys: "decode: {verify: full}").decodes.map(\.reduced) == [nil])
  }

  /// A decode of each copy that is used, the smallest first, and of the picture last.
  @Test func outputsShareTheirCopy() throws {
    let plan = try Self.image([
      "resize: {width: 2000}", "resize: {width: 100}", "resize: {width: 400}",
      "crop: '1001,501,2000,1000'\n    resize: {width: 120}",
    ])
    #expect(plan.outputs.map(\.decode) == [2, 0, 1, 0])
    #expect(plan.decodes.map(\.reduced?.offset) == [300, 200, nil])
    #expect(plan.decodes[0].samples == PixelRect(x: 0, y: 0, width: 500, height: 375))
    #expect(plan.isConsistent)
    // 1001 / 8 = 125.125 to 3001 / 8 = 375.125, 501 / 8 = 62.625 to 1501 / 8 = 187.625.
    #expect(
      plan.outputs[3].resample
        == ResampleGeometry(
          samples: PixelRect(x: 125, y: 62, width: 251, height: 126),
          region: RealRect(x: 0.125, y: 0.625, width: 250, height: 125),
          size: PixelSize(width: 120, height: 60),
          filter: .lanczos3))
  }

  @Test func memoryIsTheCopys() throws {
    let small = "resize: {width: 100}"
    var alike = SourceInfo(500, 375)
    (alike.format, alike.pixels, alike.wholeBytes) = (.tiff, PixelFormat(.rgb), 700)
    let used = try Self.image([small], Self.source(wholeBytes: 36_000_000)).peakBytes
    #expect(try used == Self.image([small], alike, keys: "decode: {oversample: 8}").peakBytes)
  }

  @Test func itCountsForTheRecipe() throws {
    let keys = ["resize: {width: 100}"]
    let plans = try [Self.source(), SourceInfo(4000, 3000)].map { try Self.image(keys, $0) }
    var moved = plans[0]
    moved.decodes[0].reduced = try Self.copy(500, 375, at: 301)
    var other = plans[0]
    other.decodes[0].reduced = try Self.copy(1000, 750, at: 300)
    let recipes = (plans + [moved, other]).map {
      Recipe.digest(ofOutput: 0, in: $0, versions: RecipeVersions("1"))
    }
    #expect(Set(recipes).count == 4)
    #expect(!other.isConsistent)
  }

  @Test func aDecodeOfItReadsLikeThis() throws {
    let plan = try Self.image(["resize: {width: 100}"])
    let text = try JSONText.encode(plan)
    #expect(
      text.contains(
        ##""decodes":[{"engine":"libtiff","reduced":{"offset":300,"stored_size":[500,375],"factor":8},"##
          + ##""coefficients":false,"scale":"8/8","region":[0,0,4000,3000],"samples":[0,0,500,375]}]"##))
    #expect(try JSONDecoder().decode(ImagePlan.self, from: Data(text.utf8)) == plan)
    let thumbnail = #""thumbnail":{"offset":9,"bytes":9,"stored_size":[500,375],"color":"grey"},"reduced""#
    for (part, other) in [
      (#""factor":8"#, #""factor":0"#), (#""engine":"libtiff""#, #""engine":"libaom""#),
      (#""offset":300"#, #""offset":0"#), (#""reduced""#, thumbnail), ("[500,375]", "[400,375]"),
    ] {
      let forged = text.replacing(part, with: other)
      #expect(forged != text)
      #expect(try !JSONDecoder().decode(ImagePlan.self, from: Data(forged.utf8)).isConsistent, "\(other)")
    }
  }

  /// A box that shows nothing but what the copy leaves out comes from the picture.
  @Test func theEdgeOfThePicture() throws {
    var info = SourceInfo(4001, 3001)
    (info.format, info.pixels) = (.tiff, PixelFormat(.rgb))
    let stored = PixelSize(width: 4001, height: 3001)
    let copy = try #require(
      SmallerCopy(offset: 8, storedSize: PixelSize(width: 500, height: 375), of: stored))
    info.reduced = [SourceSmallerCopy(copy, wholeBytes: 0)]
    for (region, isUsed) in [("3999,0,400,300", true), ("4000,0,400,300", false), ("0,3000,400,300", false)] {
      let plan = try Self.image(
        ["crop: {region: '\(region)', out_of_bounds: pad}\n    resize: {width: 20}"], info)
      #expect(plan.decodes.map { $0.reduced != nil } == [isUsed], "\(region)")
      #expect(plan.isConsistent)
    }
  }
}
