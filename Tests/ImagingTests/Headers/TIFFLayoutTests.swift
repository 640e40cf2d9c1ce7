import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct TIFFLayoutTests {
  private static func tiff(
    _ photometric: Int, _ channels: Int, _ bits: Int,
    _ change: (inout TestTIFF, TIFFBuilder) -> Void = { _, _ in }
  ) -> [UInt8] {
    var tiff = TestTIFF(20, 10, photometric: photometric, channels: channels, bits: bits) { _, _, _ in 0 }
    if photometric == 3 { tiff.map = [Int](repeating: 0, count: 3 << bits) }
    change(&tiff, TIFFBuilder(isBigEndian: false))
    return tiff.file
  }

  private static func refusal(_ file: [UInt8]) throws -> Finding? {
    try TIFFLayout.read(from: ByteSource(file)).refusal(fileBytes: file.count)
  }

  @Test("What is taken has no refusal")
  func taken() throws {
    for (photometric, channels, bits) in [
      (0, 1, 1), (1, 1, 16), (2, 3, 8), (2, 16, 16), (3, 1, 8), (4, 1, 1), (5, 4, 16), (8, 3, 8), (9, 3, 16),
    ] {
      #expect(try Self.refusal(Self.tiff(photometric, channels, bits)) == nil)
    }
    for (format, bits) in [(2, 16), (3, 32), (4, 8)] {
      #expect(try Self.refusal(Self.tiff(2, 3, bits) { tiff, _ in tiff.format = format }) == nil)
    }
    for compression in [1, 2, 3, 4, 5, 7, 8, 32773, 32946, 34925, 50000] {
      let file = Self.tiff(1, 1, 8) { $0.fields = [$1.short(0x103, compression)] }
      #expect(try Self.refusal(file) == nil, "\(compression)")
    }
  }

  @Test("Each refusal has its code and its words")
  func refusals() throws {
    let cases: [([UInt8], Finding.Code, String)] = [
      (Self.tiff(10, 3, 8), .lab, "TIFF in ITU L*a*b* is not supported"),
      (Self.tiff(8, 3, 4), .sampleFormat, "TIFF with samples of 4 bits is not supported"),
      (
        Self.tiff(5, 4, 8) { $0.fields = [$1.short(0x14C, 2)] }, .unsupportedFormat,
        "TIFF with inks of its own is not supported"
      ),
      (
        Self.tiff(1, 1, 8) { $0.fields = [$1.short(0x153, 2)] }, .sampleFormat,
        "TIFF with signed samples of 8 bits is not supported"
      ),
      (
        Self.tiff(1, 1, 16) { $0.fields = [$1.short(0x153, 3)] }, .sampleFormat,
        "TIFF with floating-point samples of 16 bits is not supported"
      ),
      (
        Self.tiff(1, 1, 8) { $0.fields = [$1.short(0x102, 10)] }, .sampleFormat,
        "TIFF with samples of 10 bits is not supported"
      ),
      (
        Self.tiff(3, 1, 8) { $0.fields = [$1.short(0x153, 3), $1.short(0x102, 32)] }, .sampleFormat,
        "TIFF with floating-point samples of 32 bits is not supported"
      ),
      (
        Self.tiff(2, 3, 16) { tiff, _ in
          tiff.fields = [.init(tag: 0x153, type: 3, count: 3, value: [1, 0, 2, 0, 1, 0])]
        },
        .sampleFormat, "TIFF with samples of different formats is not supported"
      ),
      (
        Self.tiff(1, 1, 8) { $0.fields = [$1.short(0x102, 12), $1.short(0x103, 7)] }, .sampleFormat,
        "TIFF with JPEG data of 12 bits a sample is not supported"
      ),
      (
        Self.tiff(2, 3, 8) { tiff, _ in
          tiff.fields = [.init(tag: 0x102, type: 3, count: 3, value: [5, 0, 6, 0, 5, 0])]
        },
        .sampleFormat, "TIFF with samples of different depths is not supported"
      ),
      (Self.tiff(2, 17, 8), .componentCount, "TIFF with 17 samples a pixel is not supported"),
      (
        Self.tiff(2, 2, 8), .componentCount,
        "its tags don't agree: SamplesPerPixel is 2, and rgb of PhotometricInterpretation has at least 3"
      ),
      (
        Self.tiff(1, 1, 8) { $0.fields = [$1.short(0x103, 34712)] }, .unsupportedFormat,
        "TIFF with compression 34712 is not supported"
      ),
      (
        Self.tiff(1, 1, 8) { $0.fields = [$1.long(0xFE, 1), $1.long(0x14A, 8)] }, .unsupportedFormat,
        "its first page is a smaller copy of a picture that lies elsewhere in it, as in a camera's raw file"
      ),
      (
        Self.tiff(1, 1, 8) {
          ($0.tile, $0.compression) = ((16, 16), .lzw)
          $0.fields = [$1.long(0x142, 1 << 20), $1.long(0x143, 1 << 20)]
        }, .maxPixels, "its strips or tiles take up more than the 1024 MiB that can be held of it"
      ),
    ]
    for (file, code, message) in cases { #expect(try Self.refusal(file) == Finding(code, message)) }
  }

  @Test("What a decode holds: a row, the strip it reads, a strip of each plane, a row of tiles")
  func held() throws {
    func held(_ change: (inout TestTIFF, TIFFBuilder) -> Void) throws -> Int {
      let file = Self.tiff(2, 3, 8, change)
      // As for a file that is large.
      return try TIFFLayout.read(from: ByteSource(file)).heldBytes(of: 1 << 40)
    }
    // Rows of 60 samples, and a byte for each sample of a pixel that might be begun.
    let (row, least) = (63, 1 << 20)
    #expect(try held { _, _ in } == row)
    // Ten strips of five rows would be read of one.
    #expect(try held { tiff, _ in tiff.compression = .lzw } == 10 * 5 * row + least + 80)
    // Our reader of rows holds two rows, 64 KiB of input, 64 KiB of strings, and 128 KiB of inflated bytes.
    let file = Self.tiff(2, 3, 8) { tiff, _ in tiff.compression = .lzw }
    #expect(try TIFFLayout.read(from: ByteSource(file)).heldBytes(of: 100) == 2 * row + (260 << 10) + 80)
    #expect(
      try held { tiff, _ in (tiff.compression, tiff.isPlanar) = (.lzw, true) } == 10 * 5 * row + least + 5
        * 80)
    // Tiles of 16 by 32: two are side by side.
    #expect(
      try held { tiff, _ in (tiff.compression, tiff.tile) = (.lzw, (16, 32)) }
        == 10 * 32 * (48 + 3) + least + 32 * 4 * 32)
    // JPEG keeps coefficients, two bytes each.
    #expect(
      try held { tiff, builder in tiff.fields = [builder.short(0x103, 7)] }
        == 10 * 5 * row + least + 80 + 2 * 5 * row)
  }

  @Test("A page is found along the chain, and there are no others")
  func pages() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory([tiff.short(0x100, 5), tiff.long(0x101, 6), tiff.short(0x112, 3)], next: 50)
    #expect(tiff.directory([tiff.short(0x100, 7), tiff.long(0x101, 8), tiff.short(0x112, 6)]) == 50)
    let source = ByteSource(tiff.bytes)
    let second = try PictureHeader.read(from: source, page: 1)
    #expect(second.storedSize == size(7, 8))
    #expect(second.images == 2)
    #expect(try OrientationReading.read(second, from: source).tag == .rightTop)
    #expect(throws: ImageError(.badHeader, "it has no page 2")) {
      try PictureHeader.read(from: source, page: 2)
    }
    #expect(throws: ImageError(.badHeader, "it has no page 1")) {
      try PictureHeader.read(
        from: ByteSource(TestPNG(1, 1, type: 0, depth: 8) { _, _, _ in 0 }.file), page: 1)
    }
  }
}
