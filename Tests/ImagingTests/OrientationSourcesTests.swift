import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// What each part of a file says of its orientation, whichever holds.
struct OrientationSourcesTests {
  private typealias B = PictureBuilder

  private static func exif(_ value: Int?) -> TIFFBuilder {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory(value.map { [tiff.short(0x0112, $0)] } ?? [tiff.short(0x0128, 2)])
    return tiff
  }

  private static func xmp(_ value: String) -> String {
    "<x xmlns:t=\"http://ns.adobe.com/tiff/1.0/\"><t:Orientation>\(value)</t:Orientation></x>"
  }

  private static func jpeg(_ exif: [Int?], _ xmp: [String]) -> [UInt8] {
    let blocks = exif.map { JPEGBuilder.segment(0xE1, Self.exif($0).payload) }
    let packets = xmp.map {
      JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array($0.utf8))
    }
    return JPEGBuilder.file(with: blocks + packets)
  }

  private static func sources(_ file: [UInt8]) throws -> OrientationSources {
    switch try ProbedFile.read(from: ByteSource(file)) {
    case .jpeg(let report): report.orientations
    case .picture(let report): report.orientations
    }
  }

  @Test("Of a JPEG the first block and the first packet that say one, where it can be used")
  func jpegs() throws {
    let cases: [([Int?], [String], OrientationSources)] = [
      ([], [], OrientationSources()),
      ([6], [], OrientationSources(exif: .rightTop)),
      ([nil, 6], [Self.xmp("1")], OrientationSources(exif: .rightTop, xmp: .topLeft)),
      ([], ["<x/>", Self.xmp("8")], OrientationSources(xmp: .leftBottom)),
      ([0, 6], [Self.xmp("9"), Self.xmp("3")], OrientationSources()),
      ([3], [Self.xmp("06")], OrientationSources(exif: .bottomRight)),
    ]
    for (exif, xmp, expected) in cases { #expect(try Self.sources(Self.jpeg(exif, xmp)) == expected) }
  }

  @Test("Of other formats directory, block, packet and container")
  func others() throws {
    let png = B.png([
      B.ihdr(), B.pngChunk("IDAT"), B.xmpChunk(Self.xmp("3")), B.pngChunk("eXIf", Self.exif(6).bytes),
    ])
    #expect(try Self.sources(png) == OrientationSources(exif: .rightTop, xmp: .bottomRight))
    var tiff = TIFFBuilder(isBigEndian: false)
    tiff.setMain(
      tiff.directory([tiff.short(0x100, 4), tiff.short(0x101, 3), tiff.short(0x106, 1), tiff.short(0x112, 8)])
    )
    #expect(try Self.sources(tiff.bytes) == OrientationSources(exif: .leftBottom))
    var heif = HEIFBuilder()
    heif.items = [
      .init("av01"), .init("Exif", data: [0, 0, 0, 0] + Self.exif(6).bytes),
      .init("mime", contentType: "application/rdf+xml", data: Array(Self.xmp("3").utf8)),
    ]
    heif.references = [("cdsc", 2, [1]), ("cdsc", 3, [1])]
    #expect(
      try Self.sources(heif.bytes)
        == OrientationSources(exif: .rightTop, xmp: .bottomRight, container: .topLeft))
    heif.properties.append(HEIFBuilder.turn(1))
    heif.associations = [[1, 2, 3]]
    // A quarter counterclockwise.
    #expect(try Self.sources(heif.bytes).container == .leftBottom)
    heif.properties.append(HEIFBuilder.mirror(1))
    heif.associations = [[1, 2, 3, 4]]
    // Then left and right exchanged: row 0 lies on the right, column 0 at the bottom.
    #expect(try Self.sources(heif.bytes).container == .rightBottom)
  }
}
