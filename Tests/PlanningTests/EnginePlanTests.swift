import Foundation
import ImageModel
import JSON
import JobFile
import Reporting
import TestSupport
import Testing

@testable import Planning

/// Which decoder of JPEGs outputs get, and at what scale each component is decoded.
@Suite struct EnginePlanTests {
  /// A JPEG of 4000x3000 whose first component has these sampling factors, and the others 1x1.
  private static func source(_ horizontal: Int, _ vertical: Int) throws -> SourceInfo {
    var info = SourceInfo(4000, 3000)
    info.sampling = [try #require(SamplingFactors(horizontal, vertical)), .alone, .alone]
    return info
  }

  private static func image(
    _ outputs: [String], _ info: SourceInfo, keys: String = "", path: String = "jpg"
  ) throws -> ImagePlan {
    let list = outputs.enumerated().map { "  - path: \($0).\(path)\n    \($1)\n" }.joined()
    let plan = try PlannedJob("\(keys)\nsources: [{path: a.jpg}]\noutputs:\n\(list)").image(info)
    #expect(plan.isConsistent)
    return plan
  }

  @Test(
    arguments: [
      // What is resampled, and what isn't.
      ("auto", "resize: {width: 500}", 2, .reduced), ("auto", "crop: '0,0,500,500'", 2, .reduced),
      // The encoder takes a chroma sample for each pixel.
      ("auto", "crop: '0,0,500,500'\n    chroma: 4:4:4", 2, .libjpeg),
      ("auto", "resize: {width: 8000, enlarge: true}", 2, .reduced),
      ("auto", "resize: {width: 500, filter: point}", 2, .libjpeg),
      // Where no component is subsampled nothing is upsampled.
      ("auto", "crop: '0,0,500,500'", 1, .reduced),
      ("auto", "resize: {width: 500, filter: point}", 1, .reduced),
      ("auto", "resize: {width: 500}\n    color: {linear: true}", 1, .libjpeg),
      ("reduced", "crop: '0,0,500,500'", 2, .reduced),
      ("reduced", "resize: {width: 500, filter: point}", 2, .reduced),
      ("reduced", "resize: {width: 500}\n    color: {linear: true}", 2, .libjpeg),
      ("reduced", "resize: {width: 500, filter: point}\n    color: {linear: true}", 1, .libjpeg),
      ("auto", "crop: '0,0,500,500'\n    color: {linear: true}", 1, .reduced),
      ("libjpeg", "resize: {width: 500}", 1, .libjpeg), ("libjpeg", "crop: '0,0,500,500'", 1, .libjpeg),
    ] as [(String, String, Int, DecodingEngine)])
  func whatDecodes(_ choice: String, _ output: String, _ factor: Int, _ engine: DecodingEngine) throws {
    let plan = try Self.image(
      [output], try Self.source(factor, factor), keys: "decode: {engine: \(choice)}")
    #expect(plan.decodes.map(\.engine) == [engine])
    #expect((plan.decodes[0].components == nil) == (engine == .libjpeg))
  }

  @Test func whatItDoesNotTakeIsLibjpegs() throws {
    let plan = try Self.image(
      ["resize: {width: 500}"], SourceInfo(4000, 3000), keys: "decode: {engine: reduced}")
    #expect(plan.decodes.map(\.engine) == [.libjpeg])
  }

  /// The corner would cost more in one decode with the whole, so that each has its own; the large one shares.
  @Test func oneOfLibjpegsTakesThoseThatShareItsDecode() throws {
    let apart = try Self.image(
      ["resize: {width: 64}", "crop: '0,0,100,100'\n    chroma: 4:4:4"], try Self.source(2, 2))
    #expect(apart.outputs.map { apart.decodes[$0.decode].engine } == [.reduced, .libjpeg])
    let shared = try Self.image(["resize: {width: 64}", "chroma: 4:4:4"], try Self.source(2, 2))
    #expect(shared.decodes.map(\.engine) == [.libjpeg])
  }

  /// By hand: of luma 1/8 serves with 2 samples each, 2/8 with 1.7, the others with 1.6; of chroma, on its own grid, all
  /// with 1 where each pixel has its own.
  @Test(arguments: [
    // 500x375 of luma and 250x187.5 of chroma at 1/8, for 248x186 and 251x188.
    (248, 2, 2, ["1/8", "1/8", "1/8"]), (251, 2, 2, ["2/8", "2/8", "2/8"]),
    // 1000x750 of luma at 2/8 for 588x441 and 589x442.
    (588, 2, 2, ["2/8", "3/8", "3/8"]), (589, 2, 2, ["3/8", "3/8", "3/8"]),
    // 500x375 of chroma at 2/8.
    (500, 2, 2, ["2/8", "2/8", "2/8"]), (501, 2, 2, ["2/8", "3/8", "3/8"]),
    (248, 2, 1, ["1/8", "1/8", "1/8"]), (251, 2, 1, ["2/8", "2/8", "2/8"]),
    (248, 1, 1, ["1/8", "1/8", "1/8"]), (251, 1, 1, ["2/8", "1/8", "1/8"]),
    // 125 of chroma across at 1/8.
    (248, 4, 1, ["1/8", "2/8", "2/8"]),
    // Chroma has no more than it has.
    (2187, 2, 2, ["7/8", "8/8", "8/8"]), (2188, 2, 2, ["8/8", "8/8", "8/8"]),
  ])
  func eachComponentHasItsScale(_ width: Int, _ across: Int, _ down: Int, _ scales: [String]) throws {
    for (keys, path) in [("chroma: 4:4:4", "jpg"), ("", "png"), ("", "webp"), ("", "avif")] {
      let plan = try Self.image(
        ["resize: {width: \(width)}"], try Self.source(across, down), keys: keys, path: path)
      #expect(plan.decodes[0].components?.all.map(\.scale.description) == scales, "\(keys) \(path)")
      #expect(plan.decodes[0].scale.description == scales[0])
    }
  }

  /// By hand: of chroma that pixels of the output share, 1.2 samples for each of theirs.
  @Test(arguments: [
    // At 1/8 250x187.5 for 208x156 in the first, for 209x157 in the second.
    ("4:2:0", 416, 2, 2, ["2/8", "1/8", "1/8"]), ("4:2:0", 417, 2, 2, ["2/8", "2/8", "2/8"]),
    // At 7/8 1750x1312.5 for 1457x1093 and 1459x1094; beyond 8/8 there is no more.
    ("4:2:0", 2914, 2, 2, ["8/8", "7/8", "7/8"]), ("4:2:0", 2917, 2, 2, ["8/8", "8/8", "8/8"]),
    ("4:2:0", 3800, 2, 2, ["8/8", "8/8", "8/8"]),
    // 500x375 at 1/8 for 416x312 and 417x313.
    ("4:2:0", 832, 1, 1, ["3/8", "1/8", "1/8"]), ("4:2:0", 833, 1, 1, ["3/8", "2/8", "2/8"]),
    // All rows count: at 1/8 187.5 for 156 and 157.
    ("4:2:2", 208, 2, 2, ["1/8", "1/8", "1/8"]), ("4:2:2", 209, 2, 2, ["1/8", "2/8", "2/8"]),
  ])
  func sharedChromaTakesLess(
    _ chroma: String, _ width: Int, _ across: Int, _ down: Int, _ scales: [String]
  ) throws {
    let plan = try Self.image(
      ["resize: {width: \(width)}"], try Self.source(across, down), keys: "chroma: \(chroma)")
    #expect(plan.decodes[0].components?.all.map(\.scale.description) == scales)
  }

  /// Where the encoder doesn't get the samples as they are decoded, or a canvas is around them, each pixel has its chroma.
  @Test(arguments: [
    ("resize: {width: 400}", true), ("resize: {width: 400, height: 400, fit: contain}", false),
    ("crop: '0,0,400,300'", true), ("crop: '0,0,400,300'\n    color: {profile: srgb}", false),
    ("resize: {width: 400}\n    color: {profile: srgb}", false),
    ("resize: {width: 400, filter: point}", false),
  ])
  func sharedChromaIsForSamplesAsTheyAreDecoded(_ output: String, _ isShared: Bool) throws {
    let info = try Self.source(2, 2)
    let plan = try Self.image([output], info, keys: "decode: {engine: reduced}")
    #expect(plan.decodes[0].components != nil)
    let sizes = plan.outputs[0].geometries(from: plan.decodes[0], of: info.pixels, base: nil).map(\.size)
    let (luma, chroma) = (PixelSize(width: 400, height: 300), PixelSize(width: 200, height: 150))
    #expect(sizes == [luma, isShared ? chroma : luma, isShared ? chroma : luma])
  }

  @Test func oversampleCounts() throws {
    let plan = try Self.image(
      ["resize: {width: 248}"], try Self.source(2, 2), keys: "decode: {oversample: 4}")
    #expect(plan.decodes[0].components?.all.map(\.scale.description) == ["2/8", "2/8", "2/8"])
  }

  @Test func aSharedDecodeServesTheLargest() throws {
    let plan = try Self.image(
      ["resize: {width: 64}", "resize: {width: 501}"], try Self.source(2, 2))
    #expect(plan.decodes.count == 1)
    #expect(plan.decodes[0].components?.all.map(\.scale.description) == ["2/8", "2/8", "2/8"])
  }

  /// Of 4:2:0 at 2/8 the box 1001...3001 x 501...1501 is 250.25...750.25 x 125.25...375.25 of luma and
  /// 125.125...375.125 x 62.625...187.625 of chroma. Of the output's 251 columns the last shares its chroma with none.
  @Test func eachComponentHasItsGeometry() throws {
    let plan = try Self.image(
      ["crop: '1001,501,2000,1000'\n    resize: {width: 251}"], try Self.source(2, 2))
    #expect(plan.decodes[0].components?.all.map(\.scale.description) == ["2/8", "2/8", "2/8"])
    let geometries = plan.outputs[0].geometries(
      from: plan.decodes[0], of: PixelFormat(.ycbcr), base: nil)
    #expect(
      geometries.map(\.samples) == [
        PixelRect(x: 250, y: 125, width: 501, height: 251), PixelRect(x: 125, y: 62, width: 251, height: 126),
        PixelRect(x: 125, y: 62, width: 251, height: 126),
      ])
    #expect(
      geometries.map(\.content.region) == [
        RealRect(x: 0.25, y: 0.25, width: 500, height: 250),
        RealRect(x: 0.125, y: 0.625, width: 250, height: 125),
        RealRect(x: 0.125, y: 0.625, width: 250, height: 125),
      ])
    #expect(plan.outputs[0].resample == geometries[0].content)
    let (across, down) = (geometries[1].horizontal, geometries[1].vertical)
    #expect((across.start, across.target, down.start, down.target) == (0.125, 126, 0.625, 63))
    #expect(abs(across.extent - 250.0 * 252 / 251) < 1e-9 && down.extent == 125)
  }

  /// The other one's scale is the next that libjpeg has, and its geometry that of a plan for it.
  @Test(arguments: [(248, "1/8"), (571, "2/8"), (800, "3/8"), (1100, "5/8"), (1400, "5/8"), (2000, "8/8")])
  func libjpegTakesItsPlace(_ width: Int, _ scale: String) throws {
    let plan = try Self.image(["resize: {width: \(width)}"], try Self.source(2, 2))
    let other = plan.byLibjpeg(decode: 0)
    #expect(other.isConsistent)
    #expect(other.decodes[0].engine == .libjpeg)
    #expect(other.decodes[0].components == nil)
    #expect(other.decodes[0].scale.description == scale)
    #expect(other.decodes[0].region == plan.decodes[0].region)
    #expect(other.outputs[0].size == plan.outputs[0].size)
  }

  /// Where libjpeg holds the coefficients of all scans, a plan says what it needs, beside what our own decoder does: here
  /// at 1/8 one of 64 coefficients, and 8 bytes for each block.
  @Test func thePeakByLibjpegIsToldApart() throws {
    var info = try Self.source(2, 2)
    info.wholeBytes = 36_000_000
    let auto = try Self.image(["resize: {width: 248}"], info)
    let libjpeg = try Self.image(["resize: {width: 248}"], info, keys: "decode: {engine: libjpeg}")
    let needed = try #require(auto.peakByLibjpeg)
    #expect((libjpeg.peakBytes - 1_000_000..<libjpeg.peakBytes + 1_000_000).contains(needed))
    #expect(libjpeg.peakBytes > 36_000_000)
    #expect(auto.peakBytes < 8_000_000)
    #expect(libjpeg.peakByLibjpeg == nil)
    let roomy = auto.withRoomForLibjpeg
    #expect(roomy.peakBytes == needed)
    #expect(roomy.peakByLibjpeg == nil)
  }

  /// 12 MP at 1/8: one coefficient of each of 500x375 blocks of luma and twice 250x188 of chroma.
  @Test func coefficientsOfTheScaleAreHeld() throws {
    let plan = try Self.image(["resize: {width: 248}"], try Self.source(2, 2))
    let components = try #require(plan.decodes[0].components)
    let region = PixelRect<Stored>(x: 0, y: 0, width: 4000, height: 3000)
    let stored = PixelSize(width: 4000, height: 3000)
    let held = components.bytes(of: region, in: stored, isHeld: true, verify: .crop)
    #expect((281_500 * 4..<2_000_000).contains(held))
    #expect(components.bytes(of: region, in: stored, isHeld: false, verify: .crop) < 100_000)
    // With all of it looked at, 8 bytes more for each block.
    let full = components.bytes(of: region, in: stored, isHeld: true, verify: .full)
    #expect((281_500 * 8..<281_500 * 9).contains(full - held))
  }

  /// Chroma is resampled where luma isn't: while the first of it is, there are luma, the rows of both, and what is made.
  @Test func chromaOfAPictureThatIsNotResampledTakesRoom() throws {
    let keys = "chroma: 4:4:4\ndecode: {engine: reduced}"
    let plan = try Self.image(["quality: 85"], try Self.source(2, 2), keys: keys)
    #expect(plan.decodes.map(\.engine) == [.reduced])
    // The rows of chroma are 4000 wide and 1500 high.
    #expect(plan.peakBytes > 2 * 12_000_000 + 2 * 6_000_000)
    let full = try Self.image(["quality: 85"], try Self.source(1, 1), keys: keys)
    #expect(plan.peakBytes > full.peakBytes)
  }

  @Test func itReadsLikeThis() throws {
    let plan = try Self.image(["resize: {width: 248}"], try Self.source(2, 2))
    let text = try JSONText.encode(plan)
    let components =
      #"{"sampling":"2x2","scale":"1/8"},{"sampling":"1x1","scale":"1/8"},{"sampling":"1x1","scale":"1/8"}"#
    #expect(
      text.contains(
        #""decodes":[{"engine":"reduced","coefficients":false,"scale":"1/8","components":[\#(components)],"#
          + #""region":[0,0,4000,3000],"samples":[0,0,500,375]}]"#))
    #expect(MemoryLayout<DecodePlan>.stride == 72, "a plan has one for each image")
    #expect(try JSONDecoder().decode(ImagePlan.self, from: Data(text.utf8)) == plan)
    for (part, other) in [
      (#""engine":"reduced""#, #""engine":"libjpeg""#), (#""engine":"reduced""#, #""engine":"libpng""#),
      (#""components":[\#(components)],"#, ""), (components, #"{"sampling":"1x1","scale":"1/8"}"#),
      (#""format":"jpeg","stored_size""#, #""format":"webp","stored_size""#),
      (#""color":"ycbcr""#, #""color":"cmyk""#),
    ] {
      let forged = text.replacing(part, with: other)
      #expect(forged != text)
      #expect(try !JSONDecoder().decode(ImagePlan.self, from: Data(forged.utf8)).isConsistent, "\(other)")
    }
    for other in ["", #"{"sampling":"1x1","scale":"1/8"},{"sampling":"1x1","scale":"1/8"}"#] {
      let forged = text.replacing(components, with: other)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(ImagePlan.self, from: Data(forged.utf8))
      }
    }
  }

  @Test func itCountsForTheRecipe() throws {
    let plans = try [
      ("auto", 2, 2), ("libjpeg", 2, 2), ("auto", 2, 1), ("auto", 1, 2), ("auto", 1, 1),
    ].map { choice, across, down in
      try Self.image(
        ["resize: {width: 248}"], Self.source(across, down), keys: "decode: {engine: \(choice)}")
    }
    let recipes = Set(plans.map { Recipe.digest(ofOutput: 0, in: $0, versions: RecipeVersions("1")) })
    #expect(recipes.count == plans.count)
  }
}
