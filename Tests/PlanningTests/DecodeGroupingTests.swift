import ImageModel
import JobFile
@testable import Planning
import TestSupport
import Testing

@Suite struct DecodeGroupingTests {
  private func image(_ outputs: [String], _ info: SourceInfo, _ keys: String = "") throws -> ImagePlan {
    let list = outputs.enumerated().map { "  - path: \($0).jpg\n    \($1)\n" }.joined()
    return try PlannedJob("\(keys)\nsources: [{path: a.jpg}]\noutputs:\n\(list)").image(info)
  }

  private func decode(_ scale: String, _ region: PixelRect<Stored>, _ samples: PixelRect<Decoded>) throws
    -> DecodePlan
  {
    let found = try #require(DCTScale.libjpeg.first { $0.description == scale })
    return DecodePlan(engine: .libjpeg, scale: found, region: region, samples: samples)
  }

  /// 512 of 4000 with 2 samples each are 1024: 2/8 of 4000 is 1000, and 3/8 needs but 1.5 each.
  @Test(arguments: [[512, 256, 64], [64, 512, 256]]) func sizesOfOnePictureShareADecode(_ sides: [Int]) throws
  {
    let plan = try image(sides.map { "resize: {width: \($0)}" }, SourceInfo(4000, 3000))
    let whole = try decode(
      "3/8", PixelRect(x: 0, y: 0, width: 4000, height: 3000),
      PixelRect(x: 0, y: 0, width: 1500, height: 1125))
    #expect(plan.decodes == [whole])
    #expect(plan.outputs.map(\.decode) == [0, 0, 0])
    for (output, side) in zip(plan.outputs, sides) {
      // 512 and 256 of the decode, and 64 of 512.
      let base = side == 64 ? 512 : 1500
      #expect(output.base == sides.firstIndex(of: base))
      let size = PixelSize(width: base, height: base * 3 / 4)
      #expect(
        output.resample
          == ResampleGeometry(
            samples: PixelRect(size),
            region: RealRect(x: 0, y: 0, width: Double(base), height: Double(base * 3 / 4)),
            size: PixelSize(width: side, height: side * 3 / 4), filter: .lanczos3))
    }
  }

  /// A decode of all at full size for the sake of a corner would cost more than two decodes.
  @Test func aCornerInFullIsDecodedApart() throws {
    let plan = try image(["resize: {width: 64}", "crop: '0,0,100,100'"], SourceInfo(4000, 3000))
    #expect(
      plan.decodes == [
        try decode(
          "1/8", PixelRect(x: 0, y: 0, width: 4000, height: 3000),
          PixelRect(x: 0, y: 0, width: 500, height: 375)),
        try decode(
          "8/8", PixelRect(x: 0, y: 0, width: 100, height: 100),
          PixelRect(x: 0, y: 0, width: 100, height: 100)),
      ])
    #expect(plan.outputs.map(\.decode) == [0, 1])
    #expect(plan.outputs[1].resample?.isIdentity == true)
  }

  /// Entropy decoding reaches the lower right corner only through all that is before it.
  @Test func aCornerAtTheEndSharesTheWayThere() throws {
    let plan = try image(
      ["resize: {width: 64}", "crop: '3600,2600,400,400'\n    resize: {width: 100}"], SourceInfo(4000, 3000))
    #expect(plan.decodes.map(\.scale.description) == ["3/8"])
    #expect(plan.outputs.map(\.decode) == [0, 0])
    #expect(
      plan.outputs.map { $0.resample?.samples } == [
        PixelRect(x: 0, y: 0, width: 1500, height: 1125),
        PixelRect(x: 1350, y: 975, width: 150, height: 150),
      ])
  }

  /// The first two corners cost less apart, until an output needs all that lies between them.
  @Test func outputsThatComeLaterJoinDecodes() {
    let regions: [PixelRect<Stored>] = [
      PixelRect(x: 0, y: 0, width: 100, height: 100), PixelRect(x: 3900, y: 2900, width: 100, height: 100),
      PixelRect(x: 0, y: 0, width: 4000, height: 3000),
    ]
    func decodes(_ count: Int) -> [PixelRect<Stored>] {
      let needs = regions.prefix(count).map { DecodeGrouping.Need(scale: .full, region: $0) }
      let (decodes, _) = DecodeGrouping.decodes(for: needs, of: PixelSize(width: 4000, height: 3000))
      return decodes.map(\.region)
    }
    #expect(decodes(2) == Array(regions[..<2]))
    #expect(decodes(3) == [regions[2]])
  }

  /// 301 pixels to 50: 3/8 leaves 112.875 samples of 75 wanted. The edges 101, 51, 402 and 252 are at 37.875, 19.125,
  /// 150.75 and 94.5.
  @Test func regionsMayBeginWithinASample() throws {
    let plan = try image(["crop: '101,51,301,201'\n    resize: {width: 50}"], SourceInfo(4000, 3000))
    #expect(
      plan.decodes == [
        try decode(
          "3/8", PixelRect(x: 101, y: 51, width: 301, height: 201),
          PixelRect(x: 37, y: 19, width: 114, height: 76))
      ])
    #expect(
      plan.outputs[0].resample
        == ResampleGeometry(
          samples: PixelRect(x: 37, y: 19, width: 114, height: 76),
          region: RealRect(x: 0.875, y: 0.125, width: 112.875, height: 75.375),
          size: PixelSize(width: 50, height: 33), filter: .lanczos3))
  }

  @Test(
    arguments: [("1", "1/8"), ("2", "2/8"), ("2.5", "3/8"), ("4", "3/8"), ("4.5", "5/8"), ("8", "5/8")])
  func oversampleIsKept(_ oversample: String, _ scale: String) throws {
    let plan = try image(
      ["resize: {width: 100}"], SourceInfo(800, 800), "decode: {oversample: \(oversample)}")
    #expect(plan.decodes.map(\.scale.description) == [scale])
  }

  @Test func pointTakesPixelsOfTheFullPicture() throws {
    let plan = try image(["resize: {width: 10, filter: point}"], SourceInfo(800, 800))
    #expect(plan.decodes.map(\.scale.description) == ["8/8"])
  }

  @Test func outputsThatFailNeedNoDecode() throws {
    let plan = try image(
      ["crop: '900,0,5,5'", "resize: {width: 100}", "crop: '0,900,5,5'"], SourceInfo(800, 800))
    #expect(plan.decodes.map(\.scale.description) == ["2/8"])
    #expect(plan.outputs.map { $0.error == nil } == [false, true, false])
    #expect(BatchPlan(images: [plan]).failedRows == 2)
    #expect(BatchPlan(images: [plan]).rows == 3)
  }

  @Test func everyOutputGetsItsPixelsAndSamples() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<150 {
      let keys = (0..<4).map { _ -> String in
        let box = (0..<4).map { _ in Int.random(in: 1...400, using: &random) }
        let side = Int.random(in: 1...400, using: &random)
        return "crop: {region: '\(box[0] - 50),\(box[1] - 50),\(box[2]),\(box[3])', out_of_bounds: pad}\n"
          + "    resize: {width: \(side), height: \(side), fit: fill}"
      }
      let plan = try image(keys, SourceInfo(500, 500, tag: .rightTop))
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 500, height: 500)
      var unions: [Int: PixelRect<Stored>] = [:]
      for output in plan.outputs where output.error == nil {
        let decode = plan.decodes[output.decode]
        let crop = try #require(output.storedCrop)
        let resample = try #require(output.resample)
        unions[output.decode] =
          unions[output.decode]?.union(crop.intersection(whole)) ?? crop.intersection(whole)
        // Two samples for each at 1/8 and 2/8, 1.5 at 3/8, 1.25 at 5/8: in eighths.
        let need = [1: 16, 2: 16, 3: 12, 5: 10][decode.scale.eighths] ?? 0
        let isEnough =
          decode.scale.eighths * crop.width >= need * resample.size.width
          && decode.scale.eighths * crop.height >= need * resample.size.height
        #expect(isEnough || decode.scale == .full)
        #expect(resample.samples == DecodeGrid(decode.scale).samples(crop))
        #expect(resample.region == DecodeGrid(decode.scale).region(crop, within: resample.samples))
      }
      #expect(plan.decodes.indices.map { unions[$0] } == plan.decodes.map(\.region))
      #expect(plan.decodes.map { DecodeGrid($0.scale).samples($0.region) } == plan.decodes.map(\.samples))
    }
  }
}
