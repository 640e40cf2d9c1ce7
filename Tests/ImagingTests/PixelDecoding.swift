import Glibc
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Decodes for tests, strip by strip as the runner does.
enum PixelDecoding {
  /// A moment that no test lives to see.
  static let never = Int64.max

  /// The planes of a region of a file, as a picture of interleaved channels.
  static func region(
    _ bytes: [UInt8], _ color: ColorModel, stored: PixelSize, scale: DCTScale = .full,
    _ region: PixelRect<Decoded>, deadline: Int64 = never
  ) throws -> TestPicture {
    try decoded(
      bytes,
      DecodeRequest(
        storedSize: stored, pixels: PixelFormat(color), scale: scale, region: region, deadline: deadline)
    ).picture
  }

  /// What a request gives, as a picture of interleaved channels, and what was warned about; the file is read to
  /// its end.
  static func decoded(
    _ bytes: [UInt8], _ request: DecodeRequest
  ) throws -> (picture: TestPicture, warnings: [Finding]) {
    let file = try OpenBytes(bytes)
    let decoder = try PictureDecoder(.libjpeg, descriptor: file.descriptor, digest: nil)
    let (region, color) = (request.region, request.pixels.color)
    var samples: [UInt8] = []
    samples.reserveCapacity(region.size.area * color.samples)
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(region.x..<region.right, as: UInt8.self)
    }
    try decoder.drain(limit: bytes.count)
    let picture = TestPicture(
      width: region.width, height: region.height, channels: color.samples, samples: samples)
    return (picture, decoder.warnings)
  }

  /// Why a whole decode fails, or nil.
  static func failure(_ bytes: [UInt8], _ color: ColorModel, stored: PixelSize, deadline: Int64 = never)
    throws -> Finding?
  {
    do {
      _ = try region(bytes, color, stored: stored, PixelRect(stored), deadline: deadline)
      return nil
    } catch let error as ImageError {
      return error.finding
    }
  }

  /// Boxes inside `size`: the whole, its corners, single samples, and others at random.
  static func boxes(
    in size: PixelSize, atRandom count: Int, _ random: inout SplitMix64
  ) -> [PixelRect<Decoded>] {
    var boxes = [
      PixelRect<Decoded>(size),
      PixelRect(x: 0, y: 0, width: (size.width + 1) / 2, height: (size.height + 1) / 2),
      PixelRect(left: size.width / 2, top: size.height / 2, right: size.width, bottom: size.height),
      PixelRect(x: size.width - 1, y: size.height - 1, width: 1, height: 1),
    ]
    for _ in 0..<count {
      let left = Int.random(in: 0..<size.width, using: &random)
      let top = Int.random(in: 0..<size.height, using: &random)
      boxes.append(
        PixelRect(
          left: left, top: top, right: Int.random(in: left + 1...size.width, using: &random),
          bottom: Int.random(in: top + 1...size.height, using: &random)))
    }
    return boxes
  }
}

extension TestPicture {
  /// The part that a box covers.
  func cropped(_ box: PixelRect<Decoded>) -> TestPicture {
    cropped(x: box.x, y: box.y, width: box.width, height: box.height)
  }

  var size: PixelSize { PixelSize(width: width, height: height) }
}
