import TestSupport

extension ExifOrientationTarget {
  /// Blocks with each value, with odd types, and with all directories, in both byte orders.
  package static func seeds() throws -> [[UInt8]] {
    [true, false].flatMap { isBigEndian in
      (0...9).map { value(isBigEndian, $0) } + odd(isBigEndian) + [
        everything(isBigEndian), circle(isBigEndian), thumbnail(isBigEndian),
      ]
    }
  }

  private static func value(_ isBigEndian: Bool, _ value: Int) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    _ = tiff.directory([tiff.ascii(0x010F, "Maker"), tiff.short(0x0112, value), tiff.rationals(0x011A, [72])])
    return tiff.bytes
  }

  private static func odd(_ isBigEndian: Bool) -> [[UInt8]] {
    let tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let fields = [
      tiff.long(0x0112, 6), tiff.rationals(0x0112, [6]), tiff.ascii(0x0112, "6"),
      TIFFBuilder.Field(tag: 0x0112, type: 1, count: 1, value: [8]),
      TIFFBuilder.Field(tag: 0x0112, type: 3, count: 3, value: tiff.number(6, 2) + [0, 0, 0, 0]),
    ]
    return fields.map { field in
      var block = tiff
      _ = block.directory([field])
      return block.bytes
    }
  }

  /// A thumbnail that may be used.
  private static func thumbnail(_ isBigEndian: Bool) -> [UInt8] {
    var thumbnail = TestThumbnail(
      JPEGBuilder.file([JPEGBuilder.frame(width: 160, height: 120), JPEGBuilder.scan()]), tag: 6)
    thumbnail.isBigEndian = isBigEndian
    return Array(thumbnail.payload.bytes.dropFirst(6))
  }

  /// A main directory that leads to itself.
  private static func circle(_ isBigEndian: Bool) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    _ = tiff.directory([tiff.short(0x0112, 3), tiff.long(0x8769, 8)], next: 8)
    return tiff.bytes
  }

  private static func everything(_ isBigEndian: Bool) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let picture = tiff.append([0xFF, 0xD8, 0xFF, 0xD9])
    let places = [
      TIFFBuilder.Field(tag: 1, type: 2, count: 2, value: [0x4E, 0]), tiff.rationals(2, [48, 8, 14]),
    ]
    let gps = tiff.directory(places)
    let other = tiff.directory([tiff.ascii(1, "R98")])
    let maker = TIFFBuilder.Field(tag: 0x927C, type: 7, count: 6, value: [1, 2, 3, 4, 5, 6])
    let exif = tiff.directory([
      maker, tiff.long(0xA002, 640), tiff.short(0xA003, 480), tiff.long(0xA005, other),
    ])
    let thumbnail = tiff.directory([tiff.long(0x0201, picture), tiff.long(0x0202, 4)])
    let main = [
      tiff.ascii(0x010F, "Maker"), tiff.short(0x0112, 6), tiff.long(0x8769, exif), tiff.long(0x8825, gps),
    ]
    let start = tiff.directory(main, next: thumbnail)
    tiff.setMain(start)
    return tiff.bytes
  }
}
