import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

/// Decodes all frames of an animation for tests, as the renderer does.
struct FrameDecoding {
  struct Frame {
    var picture: TestPicture
    var duration: Int
  }

  let engine: DecodingEngine
  var hasAlpha = false
  var color = ColorModel.rgb

  /// The composed frames of a region, and what was warned about. The digest is the file's.
  func decode(
    _ file: [UInt8], _ stored: PixelSize, count: Int, _ region: PixelRect<Decoded>? = nil,
    onCorrupt: CorruptionPolicy = .error
  ) throws -> (frames: [Frame], warnings: [Finding]) {
    let open = try OpenBytes(file)
    let digest: SHA256? = SHA256()
    let decoder = try PictureDecoder(engine, descriptor: open.descriptor, digest: digest)
    let region = region ?? PixelRect(DCTScale.full.decodedSize(of: stored))
    let pixels = PixelFormat(color, hasAlpha: hasAlpha)
    var request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: .full, region: region, deadline: PixelDecoding.never,
      onCorrupt: onCorrupt)
    request.frames = count
    let buffer = try decoder.start(request)
    var frames: [Frame] = []
    for _ in 0..<count {
      let duration = try decoder.nextFrame()
      var samples: [UInt8] = []
      try decoder.readRows(request, buffer) { strip throws(ImageError) in
        samples += strip.interleaved(region.x..<region.right, as: UInt8.self)
      }
      let picture = TestPicture(
        width: region.width, height: region.height, channels: pixels.planes, samples: samples)
      frames.append(Frame(picture: picture, duration: duration))
    }
    try decoder.drain(limit: file.count)
    #expect(digest?.finish() == SHA256.digest(of: file))
    return (frames, decoder.warnings)
  }

  /// The composed frames of a file. Regions of each frame are compared with the same boxes of these frames.
  func decodeInParts(_ file: [UInt8], _ stored: PixelSize, count: Int, seed: UInt64) throws -> [Frame] {
    let whole = try decode(file, stored, count: count).frames
    var random = SplitMix64(seed: seed)
    for box in PixelDecoding.boxes(in: stored, atRandom: 12, &random) {
      let parts = try decode(file, stored, count: count, box).frames
      #expect(zip(parts, whole).allSatisfy { $0.picture == $1.picture.cropped(box) }, "\(box)")
    }
    return whole
  }

  /// Why a decode fails; nil where it doesn't.
  func failure(
    _ file: [UInt8], _ stored: PixelSize, count: Int, onCorrupt: CorruptionPolicy = .error
  ) -> Finding? {
    do {
      _ = try decode(file, stored, count: count, onCorrupt: onCorrupt)
      return nil
    } catch { return (error as? ImageError)?.finding }
  }

  /// Bytes that are turned here and there, which must never do more than fail.
  func survive(_ file: [UInt8], _ stored: PixelSize, count: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for place in file.indices where place < 120 || Int.random(in: 0..<11, using: &random) == 0 {
      var bytes = file
      bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      for policy in CorruptionPolicy.allCases {
        let found = try? decode(bytes, stored, count: count, onCorrupt: policy)
        if let found { #expect(found.frames.count == count) }
      }
    }
    for length in stride(from: 13, to: file.count, by: 7) {
      _ = try? decode(Array(file[..<length]), stored, count: count, onCorrupt: .none)
    }
  }
}
