import RenderingSupport
import TestSupport
import Testing

@Suite("Every source format in every output format, turned, cropped and resized")
struct FormatMatrixTests {
  private static let fits: [ExpectedFit] = [.none, .cover(20, 14), .contain(24, 17)]
  private static let shapes = ExpectedCrop.all.prefix(2).flatMap { crop in fits.map { (crop: crop, fit: $0) }
  }
  /// Keys of an output, its extension, and the decibels that its codec leaves, in the worst channel: few where edges of the
  /// canvas go through chroma of half the size. nil for one that loses nothing.
  private static let formats: [(keys: String, name: String, bound: Double?)] = [
    ("format: png", "png", nil), ("format: tiff", "tif", nil), ("format: webp, lossless: true", "webp", nil),
    ("format: jpeg, quality: 100, chroma: '4:4:4'", "jpg", 44),
    ("format: webp, quality: 100", "lossy.webp", 25),
    ("format: avif, quality: 100, chroma: '4:4:4', speed: 9", "avif", 38),
  ]
  /// In decibels, of what is resampled and loses nothing else: one pixel beside the right place is 42.
  private static let bound = 48.0

  @Test(arguments: MatrixSource.allCases)
  func pictures(_ source: MatrixSource) throws {
    let folder = try TemporaryDirectory()
    try Self.makeOutputs(of: source, in: folder)
    let whole = try Self.picture("1/0.png", in: folder)
    #expect(source.isLossless ? whole == source.picture : whole.psnr(source.picture) >= 38)
    for tag in 1...8 as ClosedRange<UInt8> {
      for (index, shape) in Self.shapes.enumerated() {
        let crop = shape.crop.result(of: whole, tag: tag)
        let expected = shape.fit.result(of: crop, background: [0, 0, 0])
        for format in Self.formats {
          let found = try Self.picture("\(tag)/\(index).\(format.name)", in: folder)
          let isExact = format.bound == nil && shape.fit == .none
          let bound = isExact ? .infinity : min(format.bound ?? Self.bound, Self.bound)
          #expect(found.psnr(expected) >= bound, "\(tag) \(shape.crop.yaml) \(shape.fit) \(format.name)")
        }
      }
    }
  }

  /// Makes all outputs of a source in all orientations, and TIFFs of those again.
  private static func makeOutputs(of source: MatrixSource, in folder: TemporaryDirectory) throws {
    var job = "version: 1\nisolation: none\ndurability: none\nsources:\n"
    for tag in 1...8 as ClosedRange<UInt8> {
      try folder.write(source.file(tag), to: "\(tag)")
      job += "  - {path: '\(tag)'\(source.hasOrientation ? "" : ", exif_orientation: \(tag)")}\n"
    }
    job += "outputs:\n"
    for (index, shape) in shapes.enumerated() {
      for format in formats {
        let keys = [shape.crop.yaml, shape.fit.yaml, format.keys].filter { !$0.isEmpty }.joined(
          separator: ", ")
        job += "  - {path: 'made/{stem}/\(index).\(format.name)', \(keys)}\n"
      }
    }
    try folder.write(job, to: "make.yaml")
    try folder.write(
      "version: 1\nisolation: none\ndurability: none\nsources: ['made/*/*']\n"
        + "outputs: [{path: 'read/{dir}/{name}.tif'}]\n", to: "read.yaml")
    for name in ["make", "read"] {
      #expect(try CommandRun.upright(["run", "--quiet", "\(name).yaml"], in: folder) == CommandRun(.exit(0)))
    }
  }

  private static func picture(_ name: String, in folder: TemporaryDirectory) throws -> TestPicture {
    let content = try TestTIFF.content(folder.read("read/\(name).tif"))
    let (width, height) = (content.fields[0x100]?.first ?? 0, content.fields[0x101]?.first ?? 0)
    return TestPicture(width: width, height: height, channels: 3, samples: content.samples.map { UInt8($0) })
  }
}
