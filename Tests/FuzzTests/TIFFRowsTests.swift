import FuzzTargets
import ImageModel
import Imaging
import TestSupport
import Testing

/// Our reader of a TIFF's rows against libtiff alone.
@Suite struct TIFFRowsTests {
  private static func difference(
    _ file: [UInt8], _ onCorrupt: CorruptionPolicy, _ box: PixelRect<Decoded>? = nil
  ) throws -> String? {
    let header = try PictureHeader.read(from: ByteSource(file))
    let request = DecodeRequest(
      storedSize: header.storedSize, pixels: header.decodedPixels, scale: .full,
      region: box ?? PixelRect(header.storedSize), deadline: .max, onCorrupt: onCorrupt, verify: .crop)
    return try EngineComparison.libtiff.difference(file, request)
  }

  private static func box(in tiff: TestTIFF, _ random: inout SplitMix64) -> PixelRect<Decoded> {
    let left = Int.random(in: 0..<tiff.width, using: &random)
    let top = Int.random(in: 0..<tiff.height, using: &random)
    return PixelRect(
      x: left, y: top, width: .random(in: 1...tiff.width - left, using: &random),
      height: .random(in: 1...tiff.height - top, using: &random))
  }

  @Test("5,000 pictures of all kinds decode as by libtiff", arguments: 0..<10)
  func pictures(round: Int) throws {
    var random = SplitMix64(seed: UInt64(round))
    for number in 0..<500 {
      let tiff = TestTIFF.random(&random, sides: 1...28)
      let box = number % 2 == 0 ? Self.box(in: tiff, &random) : nil
      let onCorrupt = CorruptionPolicy.allCases.randomElement(using: &random) ?? .error
      #expect(try Self.difference(tiff.file, onCorrupt, box) == nil, "number \(number)")
    }
  }

  /// 600 rows of 600 bytes or more: Deflate strips of over 256 KiB are read row by row.
  @Test("Large strips decode as by libtiff", arguments: TestTIFF.Compression.allCases, [8, 16])
  func large(compression: TestTIFF.Compression, bits: Int) throws {
    var random = SplitMix64(seed: UInt64(bits))
    for (photometric, channels) in [(1, 1), (2, 3), (2, 4), (5, 4)] {
      var tiff = TestTIFF(601 / channels, 600, photometric: photometric, channels: channels, bits: bits) {
        x, y, channel in ((x * y) >> 5 + 40 * channel) & (1 << bits - 1)
      }
      tiff.compression = compression
      tiff.isPredicted = channels > 1
      tiff.isBigEndian = channels == 3
      tiff.rowsPerStrip = channels == 1 ? 599 : 600
      if compression == .lzw { tiff.compress = TestLZW().compress }
      if compression == .deflate { tiff.compress = TestDeflate.random(&random).compress }
      for box in [nil, Self.box(in: tiff, &random)] {
        #expect(try Self.difference(tiff.file, .warning, box) == nil, "\(channels) channels")
      }
    }
  }

  @Test("A file that is cut at any byte of its strips decodes as by libtiff", arguments: 0..<20)
  func cut(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(1000 + seed))
    let tiff = TestTIFF.random(&random, sides: 6...24)
    let file = tiff.fileEndingWithData
    for count in file.count - tiff.dataBytes..<file.count {
      let onCorrupt = CorruptionPolicy.allCases.randomElement(using: &random) ?? .error
      #expect(try Self.difference(Array(file[..<count]), onCorrupt) == nil, "\(count) of \(file.count)")
    }
  }

  @Test("2,000 files with damaged strips decode as by libtiff", arguments: 0..<10)
  func damage(round: Int) throws {
    var random = SplitMix64(seed: UInt64(2000 + round))
    for number in 0..<200 {
      let tiff = TestTIFF.random(&random, sides: 1...28)
      var file = tiff.fileEndingWithData
      let data = file.count - tiff.dataBytes..<file.count
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        file[Int.random(in: data, using: &random)] = .random(in: .min ... .max, using: &random)
      }
      let onCorrupt = CorruptionPolicy.allCases.randomElement(using: &random) ?? .error
      #expect(try Self.difference(file, onCorrupt) == nil, "number \(number)")
    }
  }

  @Test("Damage in a large strip is found in the same row", arguments: 0..<20)
  func largeDamage(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(3000 + seed))
    var tiff = TestTIFF(200, 450, photometric: 2, channels: 3, bits: 8) { x, y, channel in
      (x ^ y + channel) & 255
    }
    tiff.rowsPerStrip = 450
    tiff.compression = .deflate
    tiff.isPredicted = seed % 2 == 0
    tiff.compress = TestDeflate.random(&random).compress
    let file = tiff.fileEndingWithData
    for _ in 0..<5 {
      var damaged = file
      let place = Int.random(in: file.count - tiff.dataBytes..<file.count, using: &random)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      #expect(try Self.difference(damaged, .none) == nil, "byte \(place)")
      #expect(try Self.difference(Array(file[..<place]), .none) == nil, "cut at \(place)")
    }
  }
}
