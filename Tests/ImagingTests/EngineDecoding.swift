import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

/// Decodes by any engine for tests, strip by strip as the runner does.
struct EngineDecoding {
  let engine: DecodingEngine
  var color = ColorModel.rgb
  var hasAlpha = false

  /// A file's planes of a region, as a picture of interleaved channels with alpha last, and what was warned about. The digest
  /// of an engine that reads in order is the file's.
  func decode(
    _ file: [UInt8], _ stored: PixelSize, _ region: PixelRect<Decoded>? = nil, scale: DCTScale = .full,
    onCorrupt: CorruptionPolicy = .error, verify: VerifyExtent = .crop, deadline: Int64 = PixelDecoding.never,
    page: Int = 0
  ) throws -> (picture: TestPicture, warnings: [Finding]) {
    let open = try OpenBytes(file)
    let digest: SHA256? = SHA256()
    let decoder = try PictureDecoder(engine, descriptor: open.descriptor, page: page, digest: digest)
    let region = region ?? PixelRect(scale.decodedSize(of: stored))
    let pixels = PixelFormat(color, hasAlpha: hasAlpha)
    let request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: scale, region: region, deadline: deadline,
      onCorrupt: onCorrupt, verify: verify)
    var samples: [UInt8] = []
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(region.x..<region.right, as: UInt8.self)
    }
    try decoder.drain(limit: file.count)
    let expected: [UInt8] = engine.readsInOrder ? file : []
    #expect(digest?.finish() == SHA256.digest(of: expected))
    let picture = TestPicture(
      width: region.width, height: region.height, channels: pixels.planes, samples: samples)
    return (picture, decoder.warnings)
  }

  /// Why a decode fails; nil where it doesn't.
  func failure(
    _ file: [UInt8], _ stored: PixelSize, _ region: PixelRect<Decoded>? = nil,
    onCorrupt: CorruptionPolicy = .error, verify: VerifyExtent = .crop, deadline: Int64 = PixelDecoding.never
  ) -> Finding? {
    do {
      _ = try decode(file, stored, region, onCorrupt: onCorrupt, verify: verify, deadline: deadline)
      return nil
    } catch { return (error as? ImageError)?.finding }
  }

  /// Bytes that are turned anywhere in the first 80 and some others, which must never do more than fail.
  func survive(_ file: [UInt8], _ stored: PixelSize, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for place in file.indices where place < 80 || Int.random(in: 0..<23, using: &random) == 0 {
      var bytes = file
      bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      for policy in CorruptionPolicy.allCases {
        let found = try? decode(bytes, stored, onCorrupt: policy, verify: .full)
        if let found {
          #expect(found.picture.samples.count == stored.area * PixelFormat(color, hasAlpha: hasAlpha).planes)
        }
      }
    }
  }
}

extension Finding {
  static let fileCut = Finding(.corrupt, "damaged image data: the file ends too early")
  static let notAsPlanned = Finding(.sourceChanged, "changed after it was planned")
}
