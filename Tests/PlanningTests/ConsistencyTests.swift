import ImageModel
import JobFile
import TestSupport
import Testing

@testable import Planning

/// Plans that come from outside.
@Suite struct ConsistencyTests {
  /// A turned picture, cut and made smaller, in two sizes of which the second is made of the first.
  private func plan() throws -> ImagePlan {
    let keys = "crop: '100,50,2900,2000'"
    let job = try PlannedJob(
      "sources: [{path: a.jpg}]\noutputs:\n  - {path: b.jpg, resize: {width: 1200}}\n  - {path: c.jpg, resize: {width: 100}}\n\(keys)"
    )
    return try job.image(SourceInfo(4000, 3000, tag: .rightTop))
  }

  @Test("Whatever is planned is sound", arguments: 0..<40)
  func planned(round: Int) throws {
    var random = SplitMix64(seed: UInt64(round))
    let shapes = [
      "crop: '1.5,2,33.25,44'", "crop: {region: '-9,-9,300,300', out_of_bounds: pad}", "orientation: keep",
      "resize: {width: 70, height: 90, fit: contain}", "resize: {width: 9, height: 50, fit: cover}",
      "resize: {width: 999, height: 5, fit: cover}", "crop: {aspect: 16:9, space: stored}",
      "orientation: ignore\n    resize: {width: 20}", "crop: '900,0,5,5'", "resize: {width: 64}",
    ].shuffled(using: &random).prefix(4)
    let outputs = shapes.enumerated().map { "  - path: \($0).jpg\n    \($1)\n" }.joined()
    let job = try PlannedJob(
      "decode: {embedded_thumbnail: when_large_enough}\nsources: [{path: a.jpg}]\noutputs:\n\(outputs)")
    var info = SourceInfo(
      Int.random(in: 1...400, using: &random), Int.random(in: 1...400, using: &random),
      tag: ExifOrientation(rawValue: UInt8(round % 9)))
    let thumbnail = EmbeddedThumbnail(
      range: 7..<65000,
      storedSize: PixelSize(
        width: (info.storedSize.width + 1) / 2, height: (info.storedSize.height + 1) / 2), color: .grey)
    if round % 2 == 0 { info.thumbnail = SourceThumbnail(thumbnail, wholeBytes: 0) }
    #expect(try job.image(info).isConsistent)
  }

  @Test("Parts that contradict each other, one by one")
  func contradictions() throws {
    let plan = try plan()
    #expect(plan.isConsistent)
    #expect(plan.outputs[1].base == 0)
    let changes: [(String, (inout ImagePlan) -> Void)] = [
      ("no size", { $0.storedSize = nil }), ("no pixels", { $0.pixels = nil }),
      ("no decode", { $0.decodes = [] }),
      ("a smaller picture", { $0.storedSize = PixelSize(width: 2000, height: 1500) }),
      ("a picture without rows", { $0.storedSize = PixelSize(width: 4000, height: 0) }),
      (
        "samples beside the decode's region",
        { $0.decodes[0].samples = $0.decodes[0].samples.moved(dx: 1, dy: 0) }
      ),
      ("a region without what is cut", { $0.decodes[0].region = PixelRect(x: 0, y: 0, width: 9, height: 9) }),
      ("an empty region", { $0.decodes[0].region = PixelRect(x: 0, y: 0, width: 0, height: 9) }),
      ("an output that isn't resampled", { $0.outputs[0].resample = nil }),
      ("an output without a size", { $0.outputs[0].size = nil }),
      ("an output without content", { $0.outputs[0].content = nil }),
      ("an output without a crop", { $0.outputs[0].storedCrop = nil }),
      ("another size than content", { $0.outputs[0].resample?.size = PixelSize(width: 70, height: 50) }),
      ("content beyond the output", { $0.outputs[0].content = $0.outputs[0].content?.moved(dx: 1, dy: 0) }),
      ("another turn", { $0.outputs[0].turn = .bottomRight }),
      ("another orientation", { $0.outputs[0].orientation = .leftBottom }),
      (
        "another box stored than shown",
        { $0.outputs[0].storedCrop = $0.outputs[0].storedCrop?.moved(dx: 8, dy: 0) }
      ),
      (
        "samples that aren't the crop's",
        { $0.outputs[0].resample?.samples = PixelRect(x: 0, y: 0, width: 9, height: 9) }
      ),
      ("a negative region of samples", { $0.outputs[0].resample?.region.width = -4 }),
      ("a region of samples that is no number", { $0.outputs[0].resample?.region.x = .nan }),
      ("a decode that isn't there", { $0.outputs[0].decode = 1 }),
      (
        "an output made of one that can't be written, of other samples than its crop's",
        {
          $0.outputs[0].error = Finding(.unsupportedFormat, "any words")
          $0.outputs[0].resample?.samples = PixelRect(x: 9, y: 0, width: 9, height: 9)
        }
      ),
      ("an output made of itself", { $0.outputs[1].base = 1 }),
      ("an output made of none", { $0.outputs[1].base = 2 }),
      (
        "an output made of another one's part",
        { $0.outputs[1].resample?.samples = PixelRect(x: 0, y: 0, width: 9, height: 9) }
      ),
      ("pixels that no JPEG has", { $0.pixels?.depth = .sixteen }),
      ("a JPEG with alpha", { $0.pixels?.hasAlpha = true }),
      ("a JPEG from inks to colours", { $0.outputs[0].pixels = PixelFormat(.cmyk) }),
      ("an output without colours that are there", { $0.outputs[0].pixels = PixelFormat(.grey) }),
      ("an output with alpha that isn't there", { $0.outputs[0].pixels?.hasAlpha = true }),
      ("an output of more bits than its format has", { $0.outputs[0].pixels?.depth = .sixteen }),
      ("a picture without colours, and an output with", { $0.pixels = PixelFormat(.grey) }),
      ("a palette of a format that has none", { $0.outputs[0].encode.palette = true }),
      ("another format's engine", { $0.decodes[0].engine = .libpng }),
      ("no format", { $0.format = nil }),
      ("a quality", { $0.outputs[0].encode = EncodeOptions.jpeg(quality: 0) }),
      ("a limit of 0 bytes", { $0.outputs[0].encode.maxBytes = 0 }),
      ("a speed", { $0.outputs[0].encode.speed = 10 }), ("a depth", { $0.outputs[0].encode.depth = 9 }),
      ("seconds", { $0.seconds = .infinity }), ("bytes", { $0.peakBytes = -1 }),
      ("a version without a name", { $0.objectVersion = "" }),
      ("a front of the whole file", { $0.frontBytes = $0.bytes }),
      ("a source with NUL", { $0.source = "a\0.jpg" }),
      ("a path with NUL", { $0.outputs[0].path = "a\0.jpg" }),
      ("a path that climbs", { $0.outputs[0].path = "../a.jpg" }),
      ("an absolute path", { $0.outputs[0].path = "/a.jpg" }),
      ("a path into the state folder", { $0.outputs[0].path = ".upright/job/lock" }),
      ("a folder", { $0.outputs[0].path = "a/" }),
      ("two places for a hash", { $0.outputs[0].path = "{content8}/{content8}.jpg" }),
      (
        "a place for a hash that nobody makes",
        {
          $0.outputs[0].path = "{content8}.jpg"
          $0.hash = .none
        }
      ),
    ]
    for (name, change) in changes {
      var changed = plan
      change(&changed)
      #expect(!changed.isConsistent, "\(name)")
    }
  }

  @Test("A mask has the size of its picture")
  func masks() throws {
    for (width, isSound) in [(4000, true), (3999, false)] {
      var shape = ObjectShape<Stored>()
      shape.mask = try Mask(size: PixelSize(width: width, height: 3000), counts: [width * 3000 - 1, 1])
      var plan = try plan()
      plan.boxes = [BoxPlan(index: 1, isCut: false, id: nil, category: nil, box: nil, shape: shape)]
      #expect(plan.isConsistent == isSound)
    }
  }
}
