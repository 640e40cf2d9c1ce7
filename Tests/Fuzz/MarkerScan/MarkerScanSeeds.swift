import TestSupport

extension MarkerScanTarget {
  /// Headers of all kinds, and small whole files.
  package static func seeds() throws -> [[UInt8]] {
    let kinds = (0xC0...0xCF).filter { ![0xC4, 0xC8, 0xCC].contains($0) }.map { marker in
      JPEGBuilder.file([JPEGBuilder.frame(UInt8(marker)), JPEGBuilder.scan()])
    }
    return kinds + withSegments + otherFrames + (try wholeFiles())
  }

  private static let otherFrames: [[UInt8]] = [
    JPEGBuilder.file([JPEGBuilder.frame(precision: 12), JPEGBuilder.scan()]),
    JPEGBuilder.file([JPEGBuilder.frame(width: 0, height: 65500), JPEGBuilder.scan()]),
    JPEGBuilder.file([JPEGBuilder.frame(components: [(1, 0x11)]), JPEGBuilder.scan([1])]),
    JPEGBuilder.file([
      JPEGBuilder.frame(components: [(82, 0x11), (71, 0x11), (66, 0x11)]), JPEGBuilder.scan([82]),
    ]),
    JPEGBuilder.file([
      JPEGBuilder.adobe(2), JPEGBuilder.frame(components: [(1, 0x22), (2, 0x11), (3, 0x11), (4, 0x22)]),
      JPEGBuilder.scan([1, 2, 3, 4]),
    ]),
    [0xFF, 0xD8, 0xFF, 0xFF, 0x01, 0xFF, 0xD0] + JPEGBuilder.frame() + JPEGBuilder.scan(),
  ]

  private static var withSegments: [[UInt8]] {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory([tiff.short(0x0112, 6), tiff.ascii(0x010F, "Maker")])
    let xmp = "<x xmlns:tiff='http://ns.adobe.com/tiff/1.0/'><y tiff:Orientation='6'/></x>"
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 0, count: 140)
    return [
      JPEGBuilder.segment(0xE1, tiff.payload),
      JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)),
      JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8)),
      JPEGBuilder.segment(0xE2, profile), JPEGBuilder.segment(0xFE, Array("comment".utf8)),
      JPEGBuilder.adobe(0), JPEGBuilder.adobe(1),
      JPEGBuilder.segment(0xC4, [0] + [UInt8](repeating: 0, count: 16)),
      JPEGBuilder.segment(0xCC, [0, 0x10]), JPEGBuilder.segment(0xDB, [0] + [UInt8](1...64)),
      JPEGBuilder.segment(0xDD, [0, 4]), JPEGBuilder.segment(0xDC, [0, 16]),
    ].map { JPEGBuilder.file(with: [$0]) }
  }

  private static func wholeFiles() throws -> [[UInt8]] {
    let picture = TestPicture.smooth(width: 9, height: 7)
    var arithmetic = TestJPEG(.ycbcr)
    arithmetic.isArithmetic = true
    return try [TestJPEG(.ycbcr), TestJPEG(.rgb, .planar), TestJPEG(.ycbcr, .progressive), arithmetic].map {
      try $0.file(picture)
    }
  }
}
