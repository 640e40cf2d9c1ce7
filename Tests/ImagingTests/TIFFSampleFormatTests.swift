import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Signed and floating-point samples of TIFFs") struct TIFFSampleFormatTests {
  private static let (signed, floatingPoint) = (2, 3)

  /// A picture whose samples are the bit patterns of numbers in the sample format `format`.
  private static func tiff(
    _ width: Int, _ height: Int, channels: Int, format: Int, _ pattern: (Int, Int, Int) -> Int
  ) -> TestTIFF {
    var tiff = TestTIFF(
      width, height, photometric: channels < 3 ? 1 : 2, channels: channels, bits: format == signed ? 16 : 32,
      pattern)
    tiff.extra = channels % 2 == 0 ? [2] : []
    tiff.format = format
    return tiff
  }

  private static func decode(
    _ tiff: TestTIFF, _ region: PixelRect<Decoded>? = nil
  ) throws -> (samples: [Int], notes: [Finding]) {
    let pixels = PixelFormat(
      tiff.channels < 3 ? .grey : .rgb, depth: .sixteen, hasAlpha: tiff.channels % 2 == 0)
    let found = try TIFFDecoderTests.decode(tiff.file, size(tiff.width, tiff.height), pixels, region)
    #expect(found.warnings == [])
    return (found.samples, found.notes)
  }

  @Test("Signed numbers keep their value, and negative ones become 0")
  func signedNumbers() throws {
    let numbers = [-32768, -1, 0, 1, 255, 256, 16384, 32767]
    let tiff = Self.tiff(8, 1, channels: 1, format: Self.signed) { x, _, _ in numbers[x] & 0xFFFF }
    let found = try Self.decode(tiff)
    #expect(found.samples == [0, 0, 0, 1, 255, 256, 16384, 32767])
    #expect(
      found.notes
        == [Finding(.samplesClipped, "2 samples were darker than black or brighter than white")])
  }

  @Test("Numbers from 0 to 1 spread over 16 bits, and others are clipped")
  func floats() throws {
    let numbers: [Float] = [0, -0.0, 1, 0.5, 0.25, 1e-9, 0.99999, 1.0 / 65535]
    let tiff = Self.tiff(8, 1, channels: 1, format: Self.floatingPoint) { x, _, _ in
      Int(numbers[x].bitPattern)
    }
    let found = try Self.decode(tiff)
    #expect(found.samples == [0, 0, 65535, 32768, 16384, 0, 65534, 1])
    #expect(found.notes == [])
    let odd: [Float] = [-0.001, 1.001, .infinity, -.infinity, .nan, 3e38]
    let clipped = try Self.decode(
      Self.tiff(6, 1, channels: 1, format: Self.floatingPoint) { x, _, _ in Int(odd[x].bitPattern) })
    #expect(clipped.samples == [0, 65535, 65535, 0, 0, 65535])
    #expect(clipped.notes == [.samplesClipped(6)])
    let one = try Self.decode(
      Self.tiff(1, 1, channels: 1, format: Self.floatingPoint) { _, _, _ in Int(Float(2).bitPattern) })
    #expect(
      one.notes == [Finding(.samplesClipped, "1 sample was darker than black or brighter than white")])
  }

  /// A sample, and whether it is clipped.
  private static func expected(_ pattern: Int, _ format: Int) -> (Int, Bool) {
    if format == signed {
      let number = Int(Int16(truncatingIfNeeded: pattern))
      return (max(number, 0), number < 0)
    }
    let number = Double(Float(bitPattern: UInt32(pattern)))
    return (Int((min(max(number, 0), 1) * 65535).rounded()), number < 0 || number > 1)
  }

  @Test("Each pixel, in strips and tiles", arguments: [signed, floatingPoint], [1, 2, 3, 4])
  func pixels(format: Int, channels: Int) throws {
    for compression in TestTIFF.Compression.allCases {
      for way in 0..<16 {
        var tiff = Self.tiff(37, 41, channels: channels, format: format) { x, y, channel in
          let number = (x * 7919 + y * 104729 + channel * 31337) % 50021
          return format == Self.signed ? number : Int((Float(number) / 40000 - 0.1).bitPattern)
        }
        tiff.compression = compression
        (tiff.isPlanar, tiff.isBigEndian) = (way & 1 == 1, way & 2 == 2)
        if way & 4 == 4 { tiff.tile = (16, 32) }
        // A predictor belongs to a compression with a dictionary.
        tiff.isPredicted = way & 8 == 8 && (compression == .lzw || compression == .deflate)
        let region = PixelRect<Decoded>(x: 3, y: 7, width: 30, height: 21)
        let found = try Self.decode(tiff, region)
        var (samples, clipped) = ([Int](), 0)
        for y in region.y..<region.bottom {
          for x in region.x..<region.right {
            for channel in 0..<channels {
              let pattern = tiff.samples[(y * tiff.width + x) * channels + channel]
              let (sample, isClipped) = Self.expected(pattern, format)
              samples.append(sample)
              clipped += isClipped ? 1 : 0
            }
          }
        }
        let comment: Comment = "\(compression), way \(way)"
        #expect(found.samples == samples, comment)
        #expect(found.notes == [.samplesClipped(clipped)], comment)
      }
    }
  }

  @Test("White may be zero")
  func inverted() throws {
    var tiff = Self.tiff(2, 1, channels: 1, format: Self.floatingPoint) { x, _, _ in
      Int([Float(0), 0.75][x].bitPattern)
    }
    tiff.photometric = 0
    #expect(try Self.decode(tiff).samples == [65535, 65535 - 49151])
  }

  @Test("Alpha that is multiplied in is taken out again")
  func premultiplied() throws {
    var tiff = Self.tiff(1, 1, channels: 4, format: Self.floatingPoint) { _, _, channel in
      Int([Float(0.25), 0.5, 0.125, 0.5][channel].bitPattern)
    }
    tiff.extra = [1]
    // 0.25 of 0.5 is half; 16384 of 32768 too.
    #expect(try Self.decode(tiff).samples == [32768, 65535, 16384, 32768])
  }
}
