import ImageModel
import TestSupport
import Testing

@testable import Planning

/// The previews and scales from which outputs of a raw file are made.
@Suite struct RawPlanTests {
  /// A raw file of 4000x3000 with previews of 160x120 and 1000x750.
  private static func source(hasCells: Bool = true, previews: [Int] = [160, 1000]) -> SourceInfo {
    var info = SourceInfo(4000, 3000)
    (info.format, info.pixels) = (.raw, PixelFormat(.rgb, depth: .sixteen))
    (info.sampling, info.coefficients, info.wholeBytes) = (nil, nil, 24_000_000)
    info.raw = SourceRaw(
      hasCells: hasCells,
      previews: previews.map { width in
        SourceThumbnail(
          EmbeddedThumbnail(
            range: 500 * width..<500 * width + 100,
            storedSize: PixelSize(width: width, height: width * 3 / 4), color: .ycbcr),
          wholeBytes: 0)
      })
    return info
  }

  private static func image(
    _ outputs: [String], _ info: SourceInfo = source(), raw: String? = nil
  ) throws -> ImagePlan {
    let list = outputs.enumerated().map {
      "  - {path: \($0).\($1.contains("depth") ? "png" : "jpg"), \($1)}\n"
    }
    let decode = raw.map { "decode: {raw: \($0)}\n" } ?? ""
    return try PlannedJob("\(decode)sources: [{path: a.dng}]\noutputs:\n\(list.joined())").image(info)
  }

  /// For each decode, the width of its preview, or its scale.
  private static func names(_ plan: ImagePlan) -> [String] {
    plan.decodes.map { $0.thumbnail.map { "\($0.storedSize.width)" } ?? $0.scale.description }
  }

  @Test(arguments: [
    ("resize: {width: 160}", "160"), ("resize: {width: 161}", "1000"), ("resize: {width: 1000}", "1000"),
    // Half size has 2000x1500 pixels, two for each of 1000.
    ("resize: {width: 1001}", "8/8"), ("crop: '0,0,2000,1500', resize: {width: 500}", "1000"),
    ("crop: '0,0,2000,1500', resize: {width: 501}", "8/8"), ("resize: {width: 160, filter: point}", "8/8"),
    // A preview has 8 bits.
    ("resize: {width: 160}, depth: 16", "4/8"), ("resize: {width: 160}, depth: 8", "160"),
  ])
  func theCheapestThatServes(_ keys: String, _ name: String) throws {
    for raw in ["auto", nil] {
      let plan = try Self.image([keys], raw: raw)
      #expect(Self.names(plan) == [name])
      #expect(plan.isConsistent)
      #expect(plan.decodes[0].engine == (plan.decodes[0].thumbnail == nil ? .libraw : .libjpeg))
    }
  }

  @Test(arguments: [
    ("half", "4/8"), ("full", "8/8"), ("preview", "160"),
  ])
  func theJobSays(_ raw: String, _ name: String) throws {
    #expect(Self.names(try Self.image(["resize: {width: 100}"], raw: raw)) == [name])
  }

  @Test func aPreviewServesAllIfTheJobSaysSo() throws {
    let outputs = [
      "resize: {width: 100}", "resize: {width: 3000}", "resize: {width: 64, filter: point}, depth: 16",
    ]
    let plan = try Self.image(outputs, raw: "preview")
    #expect(Self.names(plan) == ["160", "1000"])
    #expect(plan.outputs.map(\.decode) == [0, 1, 1])
    #expect(plan.isConsistent)
  }

  @Test func withoutAPreview() throws {
    let none = Self.source(previews: [])
    #expect(Self.names(try Self.image(["resize: {width: 100}"], none)) == ["4/8"])
    let plan = try Self.image(["resize: {width: 100}"], none, raw: "preview")
    #expect(plan.error == Finding(.noPreview, "it has no usable preview, and decode.raw is 'preview'"))
  }

  @Test func withoutCellsThereIsNoHalf() throws {
    let linear = Self.source(hasCells: false, previews: [])
    for raw in ["auto", "half", "full"] {
      #expect(Self.names(try Self.image(["resize: {width: 100}"], linear, raw: raw)) == ["8/8"])
    }
  }

  @Test func severalOutputs() throws {
    let plan = try Self.image(["resize: {width: 100}", "resize: {width: 3000}", "resize: {width: 900}"])
    #expect(Self.names(plan) == ["8/8", "160", "1000"])
    #expect(plan.outputs.map(\.decode) == [1, 0, 2])
    #expect(plan.isConsistent)
  }

  /// Half size holds a quarter of the developed picture: 8 bytes a pixel.
  @Test func memory() throws {
    let (half, full) = try (
      Self.image(["resize: {width: 100}"], raw: "half"), Self.image(["resize: {width: 100}"], raw: "full")
    )
    // A full-size decode also has the tiles of the demosaic, and wider rows.
    #expect((7_000_000..<9_000_000).contains(full.peakBytes - half.peakBytes - 4000 * 3000 * 6))
    #expect(half.peakBytes > 24_000_000 + 2000 * 1500 * 8)
    #expect(try Self.image(["resize: {width: 100}"]).peakBytes < 3_000_000)
  }
}
