import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Damaged TIFF") struct TIFFDamageTests {
  private static let pixels = PixelFormat(.grey)
  private static let stored = size(40, 30)

  /// Rows of 40 bytes in strips of ten, the directory in front, so that the file can be cut.
  private static func picture(_ compression: TestTIFF.Compression) -> (file: [UInt8], strips: [Int]) {
    var picture = TestTIFF(40, 30, photometric: 1, channels: 1, bits: 8) { x, y, _ in x + 3 * y + 1 }
    (picture.compression, picture.rowsPerStrip) = (compression, 10)
    let blocks = picture.blocks
    var tiff = TIFFBuilder(isBigEndian: false)
    let longs = { (tag: Int, values: [Int]) in
      TIFFBuilder.Field(tag: tag, type: 4, count: values.count, value: values.flatMap { tiff.number($0, 4) })
    }
    let first = 300
    let counts = blocks.map(\.count)
    let offsets = counts.indices.map { first + counts[..<$0].reduce(0, +) }
    _ = tiff.directory([
      tiff.long(0x100, 40), tiff.long(0x101, 30), tiff.short(0x102, 8),
      tiff.short(0x103, compression.rawValue), tiff.short(0x106, 1), longs(0x111, offsets),
      tiff.short(0x115, 1), tiff.short(0x116, 10), longs(0x117, counts),
    ])
    let gap = [UInt8](repeating: 0, count: first - tiff.bytes.count)
    return (tiff.bytes + gap + blocks.flatMap { $0 }, offsets)
  }

  private static func row(_ y: Int) -> [Int] { (0..<40).map { $0 + 3 * y + 1 } }

  private static func failure(
    _ file: [UInt8], _ onCorrupt: CorruptionPolicy = .error, _ region: PixelRect<Decoded>? = nil,
    verify: VerifyExtent = .crop
  ) -> Finding? {
    do {
      _ = try TIFFDecoderTests.decode(
        file, stored, pixels, region, onCorrupt: onCorrupt, verify: verify)
      return nil
    } catch { return (error as? ImageError)?.finding }
  }

  private static let tooEarly = Finding(.corrupt, "damaged image data: the file ends too early")

  @Test(
    "Cut anywhere it fails as truncated, and where that is tolerated the rows that are missing are black",
    arguments: TestTIFF.Compression.allCases)
  func cut(_ compression: TestTIFF.Compression) throws {
    let (file, strips) = Self.picture(compression)
    for count in stride(from: 301, to: file.count, by: 83) + [file.count - 1] {
      let cut = Array(file[..<count])
      #expect(Self.failure(cut) == Self.tooEarly, "\(count)")
      #expect(Self.failure(cut, .truncated) == Self.tooEarly, "\(count)")
      let (found, warnings, _) = try TIFFDecoderTests.decode(cut, Self.stored, Self.pixels, onCorrupt: .none)
      #expect(warnings.count == 1)
      #expect(warnings.first?.message.hasPrefix("decoder warning tiff_end, ") == true)
      let whole = strips.dropFirst().filter { $0 <= count }.count * 10
      for y in 0..<30 {
        let row = Array(found[(y * 40)..<(y * 40 + 40)])
        let isBlack = row.allSatisfy { $0 == 0 }
        #expect(row == Self.row(y) || (y >= whole && isBlack), "row \(y) of \(count) bytes")
      }
    }
  }

  @Test("A crop above the damage is whole, and strips below it are missed all the same")
  func below() throws {
    let (file, _) = Self.picture(.lzw)
    let top = PixelRect<Decoded>(x: 3, y: 2, width: 30, height: 5)
    #expect(Self.failure(file, .warning, top) == nil)
    let cut = Array(file.dropLast(100))
    #expect(Self.failure(cut, .error, top) == Self.tooEarly)
    let (found, warnings, _) = try TIFFDecoderTests.decode(
      cut, Self.stored, Self.pixels, top, onCorrupt: .none)
    #expect(warnings == [Finding(.damaged, "decoder warning tiff_end, once")])
    #expect(found == (2..<7).flatMap { Self.row($0)[3..<33] })
  }

  @Test("Data that doesn't decode fails unless damage is tolerated, and other strips are whole")
  func wrongData() throws {
    var (file, strips) = Self.picture(.deflate)
    // A kind of block that there isn't, in the second strip.
    file[strips[1] + 2] = 7
    for policy in [CorruptionPolicy.warning, .error] {
      #expect(Self.failure(file, policy)?.code == .corrupt)
    }
    let (found, warnings, _) = try TIFFDecoderTests.decode(
      file, Self.stored, Self.pixels, onCorrupt: .truncated)
    #expect(warnings == [Finding(.damaged, "decoder warning tiff_data, once")])
    for y in 0..<30 {
      let expected = (10..<20).contains(y) ? [Int](repeating: 0, count: 40) : Self.row(y)
      #expect(Array(found[(y * 40)..<(y * 40 + 40)]) == expected, "row \(y)")
    }
    let top = PixelRect<Decoded>(x: 0, y: 0, width: 40, height: 10)
    #expect(Self.failure(file, .error, top) == nil)
    #expect(Self.failure(file, .error, top, verify: .full)?.code == .corrupt)
  }

  /// Data that begins as early versions of libtiff wrote it, in the low bits first, among data that begins otherwise.
  @Test(
    "LZW codes of another order of bits than the first ones are damage, whatever is decoded first",
    arguments: [false, true], [false, true])
  func mixedOrders(isTiled: Bool, isYCbCr: Bool) throws {
    var tiff = TestTIFF(40, 48, photometric: isYCbCr ? 6 : 1, channels: isYCbCr ? 3 : 1, bits: 8) { x, y, _ in
      x + 3 * y + 1
    }
    (tiff.compression, tiff.rowsPerStrip) = (.lzw, 16)
    if isTiled { tiff.tile = (48, 16) }
    if isYCbCr { tiff.fields = [.init(tag: 0x212, type: 3, count: 2, value: [1, 0, 1, 0])] }
    var file = tiff.file
    let pixels = isYCbCr ? PixelFormat(.rgb) : Self.pixels
    let rowSamples = 40 * (isYCbCr ? 3 : 1)
    let whole = try TIFFDecoderTests.decode(file, size(40, 48), pixels).samples
    let block = tiff.blocks[1]
    let place = try #require(file.indices.first { file[$0...].starts(with: block) })
    file[place...place + 1] = [0, 1]
    for top in [0, 16, 32] {
      let below = PixelRect<Decoded>(x: 0, y: top, width: 40, height: 48 - top)
      let (found, warnings, _) = try TIFFDecoderTests.decode(
        file, size(40, 48), pixels, below, onCorrupt: .none)
      #expect(warnings.map(\.code) == (top == 32 ? [] : [.damaged]))
      #expect(Array(found.suffix(16 * rowSamples)) == Array(whole.suffix(16 * rowSamples)), "from \(top)")
      if top < 32 {
        let broken = found.dropLast(16 * rowSamples).suffix(16 * rowSamples)
        #expect(broken.allSatisfy { $0 == 0 }, "from \(top)")
      }
    }
  }

  @Test("A last strip that says more bytes than it needs is whole")
  func sloppy() throws {
    var tiff = TestTIFF(9, 7, photometric: 1, channels: 1, bits: 8) { x, y, _ in 9 * y + x }
    tiff.rowsPerStrip = 4
    let builder = TIFFBuilder(isBigEndian: false)
    tiff.fields = [
      .init(tag: 0x117, type: 4, count: 2, value: builder.number(36, 4) + builder.number(9000, 4))
    ]
    let found = try TIFFDecoderTests.decode(
      tiff.file, size(9, 7), Self.pixels, PixelRect(x: 0, y: 0, width: 9, height: 7), onCorrupt: .warning)
    #expect(found.samples == Array(0..<63))
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    var random = SplitMix64(seed: 8)
    for (compression, tiled, planar) in [
      (TestTIFF.Compression.none, false, false), (.lzw, true, true), (.deflate, false, true),
      (.packBits, true, false),
    ] {
      var tiff = TestTIFF(20, 30, photometric: 2, channels: 4, bits: 16) { x, y, channel in
        (x * 999 + y * 3001 + channel * 7) & 0xFFFF
      }
      (tiff.extra, tiff.compression, tiff.isPlanar) = ([1], compression, planar)
      if tiled { tiff.tile = (16, 16) }
      let file = tiff.file
      for place in file.indices {
        let isData = place > 8 && place < file.count - 200
        if Int.random(in: 0..<(isData ? 90 : 3), using: &random) > 0 { continue }
        var bytes = file
        bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        for policy in CorruptionPolicy.allCases {
          let found = try? TIFFDecoderTests.decode(
            bytes, size(20, 30), PixelFormat(.rgb, depth: .sixteen, hasAlpha: true), onCorrupt: policy)
          if let found { #expect(found.samples.count == 20 * 30 * 4) }
        }
      }
    }
  }
}
