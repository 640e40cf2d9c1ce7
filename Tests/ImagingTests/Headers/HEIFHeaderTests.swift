import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct HEIFHeaderTests {
  private typealias H = HEIFBuilder

  private static func read(_ change: (inout HEIFBuilder) -> Void) throws -> PictureHeader {
    var file = HEIFBuilder()
    change(&file)
    return try pictureHeader(file.bytes).get()
  }

  /// Properties behind size and pixels, all of the primary item, in this order.
  private static func transformed(_ properties: [[UInt8]]) throws -> PictureHeader {
    try read {
      $0.properties += properties
      $0.associations = [Array(1...2 + properties.count)]
    }
  }

  @Test func plainPicture() throws {
    let expected = PictureHeader(
      format: .avif, storedSize: PixelSize(width: 64, height: 48), colors: .rgb, bits: 8,
      orientation: .topLeft)
    #expect(try Self.read { _ in } == expected)
  }

  @Test("The picture's coding says the format, whatever the first brand")
  func formats() throws {
    func format(_ brand: String, _ coding: String) throws -> SourceFormat {
      try Self.read {
        $0.brands = [brand]
        $0.items = [.init(coding)]
      }.format
    }
    #expect(try format("heic", "hvc1") == .heic)
    #expect(try format("mif1", "hvc1") == .heic)
    #expect(try format("mif1", "av01") == .avif)
  }

  @Test("Bits are those of pixi, else of the coding's own record")
  func bits() throws {
    func bits(_ property: [UInt8]) throws -> Int { try Self.read { $0.properties[1] = property }.bits }
    #expect(try bits(H.pixels([8, 10, 10])) == 10)
    #expect(try bits(H.box("av1C", [0x81, 0, 0x0C, 0])) == 8)
    #expect(try bits(H.box("av1C", [0x81, 0, 0x4C, 0])) == 10)
    #expect(try bits(H.box("av1C", [0x81, 0, 0x6C, 0])) == 12)
    #expect(try bits(H.box("hvcC", [UInt8](repeating: 1, count: 17) + [0xFA, 0xFA])) == 10)
  }

  @Test("irot turns counterclockwise")
  func turns() throws {
    let expected: [(ExifOrientation, String)] = [
      (.topLeft, "64x48"), (.leftBottom, "64x48"), (.bottomRight, "64x48"), (.rightTop, "64x48"),
    ]
    for (quarters, (orientation, size)) in expected.enumerated() {
      let header = try Self.transformed([H.turn(UInt8(quarters))])
      #expect(header.orientation == orientation)
      #expect(header.storedSize.description == size)
    }
  }

  @Test("imir exchanges top and bottom for axis 0, left and right for axis 1")
  func mirrors() throws {
    #expect(try Self.transformed([H.mirror(0)]).orientation == .bottomLeft)
    #expect(try Self.transformed([H.mirror(1)]).orientation == .topRight)
  }

  /// The corners of what is shown, which the stored picture has as 0 1 above 2 3, when it is turned and mirrored
  /// one step after the other.
  @Test("Turns and mirrors are put together in the order of their association")
  func order() throws {
    let shown: [ExifOrientation: [Int]] = [
      .topLeft: [0, 1, 2, 3], .topRight: [1, 0, 3, 2], .bottomRight: [3, 2, 1, 0], .bottomLeft: [2, 3, 0, 1],
      .leftTop: [0, 2, 1, 3], .rightTop: [2, 0, 3, 1], .rightBottom: [3, 1, 2, 0], .leftBottom: [1, 3, 0, 2],
    ]
    for quarters in 0...3 {
      for axis in 0...1 {
        for isTurnedFirst in [true, false] {
          var corners = [0, 1, 2, 3]
          func mirror() {
            corners = axis == 0 ? [2, 3, 0, 1].map { corners[$0] } : [1, 0, 3, 2].map { corners[$0] }
          }
          if !isTurnedFirst { mirror() }
          for _ in 0..<quarters { corners = [1, 3, 0, 2].map { corners[$0] } }
          if isTurnedFirst { mirror() }
          let steps = [H.turn(UInt8(quarters)), H.mirror(UInt8(axis))]
          let header = try Self.transformed(isTurnedFirst ? steps : steps.reversed())
          #expect(header.orientation.flatMap { shown[$0] } == corners)
          #expect(header.storedSize == PixelSize(width: 64, height: 48))
        }
      }
    }
  }

  @Test("A clean aperture is cut out by exact fractions, rounded as libheif rounds them")
  func apertures() throws {
    func size(_ numbers: [(Int, Int)], turnedFirst: UInt8 = 0) throws -> String {
      try Self.transformed([H.turn(turnedFirst), H.aperture(numbers)]).storedSize.description
    }
    #expect(try size([(60, 1), (40, 1), (0, 1), (0, 1)]) == "60x40")
    #expect(try size([(120, 2), (4_000_000_000, 100_000_000), (-1, 1), (3, 1)]) == "60x40")
    // An odd rest: the first column is rounded down, the first row to the nearest.
    #expect(try size([(61, 1), (41, 1), (0, 1), (0, 1)]) == "61x41")
    #expect(try size([(61, 1), (41, 1), (3, 2), (7, 2)]) == "61x41")
    #expect(try size([(61, 1), (41, 1), (5, 2), (9, 2)]) == "60x40")
    // 60.5 and 40.5 come to 61 and 41; 60.4 and 40.4 to 60 and 40.
    #expect(try size([(121, 2), (81, 2), (0, 1), (0, 1)]) == "61x41")
    #expect(try size([(604, 10), (404, 10), (0, 1), (0, 1)]) == "60x40")
    // What reaches out is moved in.
    #expect(try size([(100, 1), (100, 1), (0, 1), (0, 1)]) == "64x48")
    #expect(try size([(60, 1), (40, 1), (20, 1), (0, 1)]) == "42x40")
    // Behind a turn width is what was height.
    #expect(try size([(40, 1), (60, 1), (0, 1), (0, 1)], turnedFirst: 1) == "60x40")
  }

  @Test func metadataAndProfile() throws {
    for isInItemData in [true, false] {
      var file = HEIFBuilder()
      file.items = [
        .init("av01"), .init("Exif", data: [0, 0, 0, 6] + Array("Exif\0\0MM\0*".utf8)),
        .init("mime", contentType: "text/plain", data: [1]),
        .init("mime", contentType: "application/rdf+xml", data: Array("<x/>".utf8)),
      ]
      file.references = [("cdsc", 2, [1]), ("cdsc", 3, [1]), ("cdsc", 4, [1])]
      file.properties += [
        H.box("colr", Array("nclx".utf8) + [0, 1, 0, 1, 0, 1, 0]),
        H.box("colr", Array("prof".utf8) + [7, 8]),
      ]
      file.associations = [[1, 2, 3, 4]]
      file.isInItemData = isInItemData
      let bytes = file.bytes
      let header = try pictureHeader(bytes).get()
      #expect(PictureHeader.bytes(header.exif, of: bytes) == Array("MM\0*".utf8))
      #expect(PictureHeader.bytes(header.xmp, of: bytes) == Array("<x/>".utf8))
      #expect(PictureHeader.bytes(header.icc?.range, of: bytes) == [7, 8])
      if !isInItemData { #expect(try pictureHeader(Array(bytes.dropLast())).get().xmp == nil) }
    }
  }

  @Test("EXIF that isn't the picture's, or doesn't reach behind its own head, is none")
  func otherExif() throws {
    func exif(_ data: [UInt8], of item: Int) throws -> Range<Int>? {
      try Self.read {
        $0.items = [.init("av01"), .init("Exif", data: data), .init("av01")]
        $0.references = [("cdsc", 2, [item])]
      }.exif
    }
    #expect(try exif([0, 0, 0, 0, 1], of: 1)?.count == 1)
    #expect(try exif([0, 0, 0, 0, 1], of: 3) == nil)
    // The name before the block is left out where the offset doesn't count it.
    #expect(try exif([0, 0, 0, 0] + Array("Exif\0\0MM".utf8), of: 1)?.count == 2)
    for data: [UInt8] in [[0, 0, 0, 1, 1], [255, 255, 255, 255, 1], [0, 0, 0, 0], [0]] {
      #expect(try exif(data, of: 1) == nil)
    }
  }

  @Test("Of a grid's tiles come coding, bits and profile; alpha is told by its name")
  func grid() throws {
    func grid(_ name: String, master: Int) throws -> PictureHeader {
      try Self.read {
        $0.items = [.init("grid"), .init("hvc1"), .init("hvc1"), .init("hvc1")]
        $0.properties = [
          H.extents(100, 90), H.pixels([10]), H.box("colr", Array("rICC".utf8)), H.auxiliary(name),
        ]
        $0.associations = [[1], [2, 3], [2], [2, 4]]
        $0.references = [("dimg", 1, [2, 3]), ("auxl", 4, [master])]
      }
    }
    let header = try grid("urn:mpeg:hevc:2015:auxid:1", master: 1)
    #expect(header.format == .heic)
    #expect(header.storedSize == PixelSize(width: 100, height: 90))
    #expect(header.bits == 10)
    #expect(header.hasAlpha)
    #expect(header.icc?.range.count == 0)
    #expect(try grid("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", master: 2).hasAlpha)
    #expect(try !grid("urn:mpeg:mpegB:cicp:systems:auxiliary:depth", master: 1).hasAlpha)
    #expect(try !grid("urn:mpeg:hevc:2015:auxid:1", master: 3).hasAlpha)
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    func refusal(_ change: (inout HEIFBuilder) -> Void) -> Finding? {
      var file = HEIFBuilder()
      change(&file)
      return pictureRefusal(file.bytes)
    }
    func aperture(_ numbers: [(Int, Int)]) -> Finding? {
      refusal {
        $0.properties.append(H.aperture(numbers))
        $0.associations = [[1, 2, 3]]
      }
    }
    let outside = Finding(.badHeader, "its clean aperture lies outside of its 64x48 pixels")
    #expect(aperture([(60, 1), (40, 1), (100, 1), (0, 1)]) == outside)
    #expect(aperture([(60, 1), (40, 1), (0, 1), (-100, 1)]) == outside)
    #expect(aperture([(0, 1), (40, 1), (0, 1), (0, 1)]) == outside)
    for place in 0..<4 {
      var numbers = [(60, 1), (40, 1), (0, 1), (0, 1)]
      numbers[place].1 = 0
      #expect(aperture(numbers) == Finding(.badHeader, "its clean aperture is a fraction of 0"))
    }
    #expect(refusal { $0.associations = [] } == Finding(.badHeader, "its picture has no size"))
    #expect(refusal { $0.associations = [[1]] } == Finding(.badHeader, "it says 0 bits a sample"))
    #expect(refusal { $0.associations = [[7, 0, 2]] } == Finding(.badHeader, "its picture has no size"))
    #expect(refusal { $0.items = [] } == Finding(.badHeader, "it ends before its picture begins"))
    #expect(refusal { $0.properties[0] = H.extents(0, 3) } == Finding(.zeroSize, "its size is 0x3"))
    #expect(
      refusal { $0.items = [.init("jpeg")] }
        == Finding(.unsupportedFormat, "HEIF whose picture is coded as 'jpeg' is not supported"))
    // A grid that is made of itself.
    #expect(
      refusal {
        $0.items = [.init("grid")]
        $0.references = [("dimg", 1, [1])]
      } == Finding(.unsupportedFormat, "HEIF whose picture is coded as 'grid' is not supported"))
    let type = H.box("ftyp", Array("avif\0\0\0\0".utf8))
    #expect(
      pictureRefusal(type + [0, 0, 0, 7] + Array("free".utf8))
        == Finding(.badHeader, "a box has the length 7, which none can have"))
    #expect(
      pictureRefusal(type + [UInt8](repeating: 255, count: 4) + Array("mdat".utf8))
        == Finding(.badHeader, "it ends before its picture begins"))
    #expect(
      pictureRefusal(type + Array([[UInt8]](repeating: H.box("free", []), count: 4096).joined()))
        == Finding(.badHeader, "more than 4096 boxes stand before its picture"))
  }
}
