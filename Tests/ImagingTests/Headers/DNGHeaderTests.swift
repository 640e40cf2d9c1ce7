import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// The facts in headers of raw files, and refusals by name.
struct DNGHeaderTests {
  private static func flat(_ width: Int = 96, _ height: Int = 64) -> TestDNG {
    TestDNG(width, height) { _, _, _ in 0.5 }
  }

  private static func header(_ dng: TestDNG) throws -> PictureHeader {
    try PictureHeader.read(from: ByteSource(dng.file))
  }

  private static func demand(_ file: [UInt8]) throws -> DecodeDemand {
    let source = ByteSource(file)
    return try PictureHeader.read(from: source).demand(source)
  }

  @Test("A DNG in either byte order is a raw file of 16 bits", arguments: [false, true])
  func facts(isBigEndian: Bool) throws {
    var dng = Self.flat()
    (dng.isBigEndian, dng.bits, dng.storage) = (isBigEndian, 12, .packed)
    let header = try Self.header(dng)
    #expect(header.format == .raw)
    #expect(header.storedSize == PixelSize(width: 96, height: 64))
    #expect(header.bits == 12)
    #expect(header.decodedPixels == PixelFormat(.rgb, depth: .sixteen))
    let demand = try Self.demand(dng.file)
    #expect(demand.refusal == nil)
    #expect(demand.raw == SourceRaw(hasCells: true, previews: []))
  }

  /// In a mosaic, the part begins at an even place of the stored data.
  @Test(
    "The shown part is that of LibRaw",
    arguments: [
      ([], [], 96, 64), ([4, 6, 60, 90], [], 84, 56), ([3, 6, 60, 90], [], 84, 56),
      ([4, 5, 60, 90], [], 84, 56),
      ([], [8, 4, 80, 50], 80, 50), ([], [7, 3, 80, 50], 79, 49), ([4, 6, 60, 90], [2, 2, 40, 30], 40, 30),
      ([3, 5, 60, 90], [2, 2, 40, 30], 39, 29), ([3, 5, 60, 90], [3, 1, 40, 30], 38, 28),
      // The crop ends outside of the stored data.
      ([], [17, 0, 81, 64], 96, 64), ([], [0, 0, 97, 64], 96, 64), ([4, 6, 60, 90], [0, 0, 90, 60], 90, 60),
    ] as [([Int], [Int], Int, Int)])
  func parts(_ active: [Int], _ crop: [Int], _ width: Int, _ height: Int) throws {
    var dng = Self.flat()
    (dng.activeArea, dng.crop) = (active.isEmpty ? nil : active, crop.isEmpty ? nil : crop)
    #expect(try Self.header(dng).storedSize == PixelSize(width: width, height: height))
  }

  @Test("Without a mosaic a part may begin at an odd place")
  func linear() throws {
    var dng = Self.flat()
    (dng.pattern, dng.activeArea, dng.crop) = (nil, [3, 5, 60, 90], [3, 1, 40, 30])
    #expect(try Self.header(dng).storedSize == PixelSize(width: 40, height: 30))
    #expect(try Self.demand(dng.file).raw?.hasCells == false)
  }

  @Test("A broken active area is a bad header")
  func brokenArea() throws {
    for area in [[0, 0, 65, 96], [0, 0, 64, 97], [10, 0, 10, 96], [0, 20, 64, 10]] {
      var dng = Self.flat()
      dng.activeArea = area
      #expect(throws: ImageError(.badHeader, "its active area doesn't lie in its raw picture of 96x64")) {
        try Self.header(dng)
      }
    }
  }

  @Test(
    "The tag of the first directory counts, then that of the raw picture",
    arguments: [nil, 3, 6, 8] as [Int?])
  func orientations(_ tag: Int?) throws {
    var dng = Self.flat()
    dng.orientation = tag
    dng.fields = [TIFFBuilder(isBigEndian: false).short(0x112, 5)]
    dng.previews = [TestDNG.Preview([0], 48, 32)]
    let source = ByteSource(dng.file)
    let reading = try OrientationReading.read(PictureHeader.read(from: source), from: source)
    #expect(reading.tag.map { Int($0.rawValue) } == tag ?? 5)
    #expect(reading.findings.map(\.code) == (tag == nil ? [] : [.orientationConflict]))
  }

  private static func refusal(_ change: (inout TestDNG, TIFFBuilder) -> Void) throws -> String? {
    var dng = flat()
    change(&dng, TIFFBuilder(isBigEndian: false))
    let refusal = try demand(dng.file).refusal
    if let refusal { #expect(refusal.code == .rawUnsupported) }
    return refusal?.message
  }

  @Test("What LibRaw 0.20 can't develop is refused by name, with the camera")
  func refusals() throws {
    let camera = "; the camera is Upright Test"
    for (compression, name) in [(8, "Deflate"), (34892, "lossy JPEG"), (52546, "JPEG XL")] {
      #expect(
        try Self.refusal { $0.fields = [$1.short(0x103, compression)] }
          == "raw data compressed by \(name) can't be read" + camera)
    }
    let cases: [(TIFFBuilder.Field, String)] = [
      (.init(tag: 0x103, type: 3, count: 1, value: [9, 0]), "with compression 9"),
      (.init(tag: 0x102, type: 3, count: 1, value: [32, 0]), "with 32 bits a sample"),
      (.init(tag: 0x115, type: 3, count: 1, value: [4, 0]), "with 4 samples a pixel"),
      (.init(tag: 0x153, type: 3, count: 1, value: [3, 0]), "of samples that aren't whole numbers"),
      (
        .init(tag: 0x828D, type: 3, count: 2, value: [6, 0, 6, 0]),
        "whose mosaic isn't one of red, green and blue in cells of 2x2 pixels"
      ),
      (
        .init(tag: 0x828E, type: 1, count: 4, value: [0, 1, 2, 1]),
        "whose mosaic isn't one of red, green and blue in cells of 2x2 pixels"
      ),
      (
        .init(tag: 0xC616, type: 1, count: 3, value: [3, 4, 5]),
        "whose mosaic isn't one of red, green and blue in cells of 2x2 pixels"
      ),
      (.init(tag: 0x101, type: 3, count: 1, value: [21, 0]), "of 96x21, of which 96x21 are shown,"),
    ]
    for (field, words) in cases {
      #expect(
        try Self.refusal { dng, _ in dng.fields = [field] } == "raw data \(words) can't be read" + camera)
    }
    #expect(try Self.refusal { dng, _ in dng.storage = .jpeg } == nil)
    #expect(
      try Self.refusal { dng, _ in (dng.storage, dng.rowsPerStrip) = (.jpeg, 32) }
        == "compressed raw data in several strips can't be read" + camera)
    #expect(
      try Self.refusal { dng, _ in dng.tile = (48, 32) }
        == "uncompressed raw data in tiles can't be read" + camera)
    #expect(
      try Self.refusal { dng, _ in dng.fields = [.init(tag: 0x103, type: 3, count: 1, value: [7, 0])] }
        == "raw data that isn't lossless JPEG can't be read" + camera)
  }

  @Test("Lossless JPEG that would lie behind the file's end is refused")
  func behindTheEnd() throws {
    for offset in [100_000_000, Int(UInt32.max)] {
      let refusal = try Self.refusal { dng, bytes in
        (dng.storage, dng.fields) = (.jpeg, [bytes.long(0x111, offset)])
      }
      #expect(refusal == "raw data that isn't lossless JPEG can't be read; the camera is Upright Test")
    }
  }

  @Test("A DNG that is a BigTIFF is refused by name")
  func bigTIFF() throws {
    let fields = [
      (0xFE, 4, 1, 0), (0x100, 4, 1, 96), (0x101, 4, 1, 64), (0x102, 3, 1, 16), (0x103, 3, 1, 1),
      (0x106, 3, 1, 32803), (0x111, 4, 1, 16), (0x115, 3, 1, 1), (0x828D, 3, 2, 0x20002),
      (0x828E, 1, 4, 0x2010100),
      (0xC612, 1, 4, 0x401),
    ]
    let file = BigTIFFBuilder(isBigEndian: false, directories: [fields]).bytes
    #expect(try Self.demand(file).refusal?.code == .rawUnsupported)
    #expect(try PictureHeader.read(from: ByteSource(file)).format == .raw)
  }

  @Test("Strips without gaps between them are taken, others aren't")
  func strips() throws {
    var dng = Self.flat()
    dng.rowsPerStrip = 7
    #expect(try Self.demand(dng.file).refusal == nil)
    // The places that the directory says, with one of them moved by a row.
    let offsets = (0..<10).map { 8 + $0 * 7 * 96 * 2 + ($0 == 5 ? 192 : 0) }
    let order = TIFFBuilder(isBigEndian: false)
    dng.fields = [
      TIFFBuilder.Field(tag: 0x111, type: 4, count: 10, value: offsets.flatMap { order.number($0, 4) })
    ]
    #expect(
      try Self.demand(dng.file).refusal?.message
        == "uncompressed raw data in scattered strips can't be read; the camera is Upright Test")
  }

  private static func refused(_ file: [UInt8]) -> Finding? {
    do throws(ImageError) {
      _ = try PictureHeader.read(from: ByteSource(file))
      return nil
    } catch { return error.finding }
  }

  @Test("Makers' own formats are refused by name")
  func others() throws {
    let rest = [UInt8](repeating: 0, count: 64)
    let starts: [([UInt8], String)] = [
      (Array("FUJIFILMCCD-RAW 0201".utf8), "Fujifilm (RAF)"),
      (Array("IIRO\u{8}\0\0\0".utf8), "Olympus (ORF)"),
      (Array("IIU\0\u{18}\0\0\0".utf8), "Panasonic or Leica (RW2)"),
      ([0, 0, 0, 24] + Array("ftypcrx \0\0\0\u{1}".utf8), "Canon (CR3)"),
      (Array("\0MRM".utf8), "Minolta (MRW)"), (Array("FOVb".utf8), "Sigma (X3F)"),
    ]
    for (start, name) in starts {
      #expect(
        Self.refused(start + rest)
          == Finding(
            .rawUnsupported, "this is a raw file of \(name), which can't be read: convert it to DNG"))
    }
  }

  /// NEF, ARW and others have an RGB picture or a JPEG in IFD0, and the mosaic in a SubIFD.
  @Test(
    "A TIFF with the mosaic of a sensor is never read as the small picture in it", arguments: [true, false])
  func tiffs(hasPreview: Bool) throws {
    var dng = Self.flat()
    (dng.isBare, dng.camera) = (true, ("NIKON CORPORATION", "NIKON D850"))
    if hasPreview { dng.previews = [TestDNG.Preview([0], 48, 32)] }
    #expect(
      Self.refused(dng.file)
        == Finding(
          .rawUnsupported,
          "this is a raw file in its maker's own format, which can't be read: convert it to DNG; "
            + "the camera is NIKON CORPORATION NIKON D850"))
    var canon = TestTIFF(20, 10, photometric: 2, channels: 3, bits: 8) { _, _, _ in 0 }.file
    #expect(Self.refused(canon) == nil)
    canon.replaceSubrange(4..<12, with: [16, 0, 0, 0] + Array("CR\u{2}\0".utf8))
    #expect(Self.refused(canon)?.code == .rawUnsupported)
  }

  @Test("A mark of Phase One is more than its first four bytes, which samples of a TIFF may be")
  func phaseOne() throws {
    for (letter, mark) in [("I", "IIIItwaR"), ("M", "MMMMRawt")] {
      let sample = Int(try #require(letter.utf8.first))
      var file = TestTIFF(20, 10, photometric: 1, channels: 1, bits: 8) { _, _, _ in sample }.file
      #expect(Self.refused(file) == nil)
      file.replaceSubrange(8..<16, with: Array(mark.utf8))
      #expect(Self.refused(file)?.code == .rawUnsupported)
    }
  }

  @Test("A DNG without a raw picture is refused")
  func noPicture() throws {
    var dng = Self.flat()
    dng.fields = [TIFFBuilder(isBigEndian: false).short(0x106, 2)]
    #expect(
      Self.refused(dng.file)
        == Finding(
          .rawUnsupported, "this DNG has no raw picture that can be read; the camera is Upright Test"))
  }

  @Test("Raw data that takes too much memory is refused before it is read")
  func bomb() throws {
    var dng = Self.flat()
    dng.activeArea = [0, 0, 64, 96]
    dng.fields = [0x100, 0x101, 0x116].map { TIFFBuilder(isBigEndian: false).long($0, 60000) }
    let refusal = try #require(try Self.demand(dng.file).refusal)
    #expect(
      refusal
        == Finding(
          .maxPixels, "its raw data of 60000x60000 takes up more than the 1024 MiB that can be held of it"))
  }

  // MARK: Previews

  private static func jpeg(_ width: Int, _ height: Int, tag: Int? = nil) throws -> [UInt8] {
    let file = try TestJPEG(.ycbcr).file(.plain(width: width, height: height, [90, 128, 128]))
    guard let tag else { return file }
    var exif = TIFFBuilder(isBigEndian: true)
    exif.setMain(exif.directory([exif.short(0x112, tag)]))
    return Array(file[..<2]) + JPEGBuilder.segment(0xE1, exif.payload) + Array(file[2...])
  }

  /// The widths of the usable previews.
  private static func widths(_ change: (inout TestDNG) throws -> Void) throws -> [Int] {
    var dng = flat()
    try change(&dng)
    let file = dng.file
    let previews = try #require(try demand(file).raw?.previews)
    for preview in previews {
      // The place is that of a whole JPEG.
      let bytes = file[preview.picture.range]
      #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
    }
    return previews.map(\.picture.storedSize.width)
  }

  @Test("Previews of the picture's shape are found, the smallest first")
  func previews() throws {
    let several = try [(48, 32), (96, 64), (24, 16), (30, 20)].map {
      TestDNG.Preview(try Self.jpeg($0, $1), $0, $1)
    }
    #expect(try Self.widths { $0.previews = several } == [24, 30, 48, 96])
    var marked = several
    (marked[1].kind, marked[2].kind, marked[3].colors) = (0x10001, 4, 3)
    #expect(try Self.widths { $0.previews = marked } == [48, 96])
    // The size that the crop declares counts, although LibRaw develops one pixel less.
    #expect(
      try Self.widths {
        ($0.crop, $0.previews) = ([3, 5, 80, 50], [TestDNG.Preview(try Self.jpeg(80, 50), 80, 50)])
      } == [80])
  }

  @Test("A preview that is turned already doesn't stand for the picture")
  func turned() throws {
    let stored = TestDNG.Preview(try Self.jpeg(48, 32), 48, 32)
    let upright = TestDNG.Preview(try Self.jpeg(32, 48), 32, 48)
    for tag in 5...8 {
      #expect(try Self.widths { ($0.orientation, $0.previews) = (tag, [stored, upright]) } == [48])
    }
    // The shape doesn't tell, but the tags do.
    let own = TestDNG.Preview(try Self.jpeg(48, 32, tag: 1), 48, 32)
    #expect(try Self.widths { ($0.orientation, $0.previews) = (3, [own]) } == [])
    #expect(try Self.widths { ($0.orientation, $0.previews) = (1, [own]) } == [48])
    var marked = stored
    marked.tag = 1
    #expect(try Self.widths { ($0.orientation, $0.previews) = (3, [stored, marked]) } == [48])
  }

  @Test("A preview that can't be decoded doesn't stand for the picture")
  func broken() throws {
    let sound = try Self.jpeg(48, 32)
    let grey = try TestJPEG(.grey).file(.plain(width: 48, height: 32, [90]))
    let profile =
      Array(sound[..<2]) + JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9])
      + Array(sound[2...])
    for stream in [grey, profile, [0xFF, 0xD8], [UInt8](repeating: 7, count: 300)] {
      #expect(try Self.widths { $0.previews = [TestDNG.Preview(stream, 48, 32)] } == [])
    }
  }
}
