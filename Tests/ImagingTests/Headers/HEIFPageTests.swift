import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Pages of HEIC and AVIF files") struct HEIFPageTests {
  private typealias H = HEIFBuilder

  private static func header(_ file: HEIFBuilder, _ page: Int) throws -> PictureHeader {
    try PictureHeader.read(from: ByteSource(file.bytes), page: page)
  }

  /// A file of items of these types, the first being the primary one; each has its identifier as its width.
  private static func file(_ types: [String]) -> HEIFBuilder {
    var file = HEIFBuilder()
    file.items = types.map { HEIFBuilder.Item($0) }
    file.properties = [H.pixels([8, 8, 8])] + types.indices.map { H.extents($0 + 1, 9) }
    file.associations = types.indices.map { [1, $0 + 2] }
    return file
  }

  /// The identifiers of the items that are pages.
  private static func pages(_ file: HEIFBuilder) throws -> [Int] {
    let count = try header(file, 0).images
    #expect(throws: ImageError.noPage(count)) { try header(file, count) }
    #expect(throws: ImageError.noPage(count)) {
      try CodedPicture.read(from: ByteSource(file.bytes), page: count)
    }
    return try (0..<count).map { page in
      let header = try header(file, page)
      #expect(header.page == page && header.images == count)
      return header.storedSize.width
    }
  }

  @Test("The primary item is the first page, and the others follow in the order of iinf")
  func order() throws {
    var file = Self.file(["av01", "av01", "hvc1", "hev1"])
    #expect(try Self.pages(file) == [1, 2, 3, 4])
    file.primary = 3
    #expect(try Self.pages(file) == [3, 1, 2, 4])
    file.order = [4, 2, 3, 1]
    #expect(try Self.pages(file) == [3, 4, 2, 1])
  }

  @Test("What is hidden, a thumbnail, auxiliary, or a part of another one is no page; neither is metadata")
  func apart() throws {
    var file = Self.file(["grid", "av01", "av01", "av01", "av01", "av01", "iden", "av01", "Exif", "mime"])
    file.references = [
      ("dimg", 1, [2, 3]), ("thmb", 4, [1]), ("auxl", 5, [1]), ("dimg", 7, [8]), ("cdsc", 9, [1]),
    ]
    file.associations.removeLast(2)
    #expect(try Self.pages(file) == [1, 6, 7])
    file.items[5].isHidden = true
    #expect(try Self.pages(file) == [1, 7])
    file.items[6].type = "tmap"
    #expect(try Self.pages(file) == [1])
    file.items[6].type = "iden"
    // The primary one is the first page, whatever else it is.
    file.items[0].isHidden = true
    file.references[3].2 = [1]
    #expect(try Self.pages(file) == [1, 7, 8])
  }

  @Test("A page has its own size, turn, bits, profile, alpha and metadata")
  func properties() throws {
    var file = Self.file(["av01", "hvc1", "hvc1"])
    let first = file.properties.count + 1
    file.properties += [
      H.aperture([(1, 1), (5, 1), (0, 1), (0, 1)]), H.turn(1), H.box("colr", Array("prof".utf8) + [7, 8]),
      H.auxiliary("urn:mpeg:hevc:2015:auxid:1"), H.pixels([10]),
    ]
    file.associations = [[1, 2], [3, first + 4, first, first + 1, first + 2], [3, first + 3]]
    file.items += [
      .init("Exif", data: [0, 0, 0, 0] + Array("MM\0*".utf8)),
      .init("mime", contentType: "application/rdf+xml", data: Array("<x/>".utf8)),
    ]
    file.references = [("auxl", 3, [2]), ("cdsc", 4, [2]), ("cdsc", 5, [2])]
    let plain = PictureHeader(
      format: .avif, storedSize: PixelSize(width: 1, height: 9), colors: .rgb, bits: 8, images: 2,
      orientation: .topLeft)
    #expect(try Self.header(file, 0) == plain)
    let second = try Self.header(file, 1)
    #expect(second.format == .heic && second.bits == 10 && second.hasAlpha)
    #expect(second.storedSize == PixelSize(width: 1, height: 5))
    #expect(second.orientation == .leftBottom)
    #expect(PictureHeader.bytes(second.icc?.range, of: file.bytes) == [7, 8])
    #expect(PictureHeader.bytes(second.exif, of: file.bytes) == Array("MM\0*".utf8))
    #expect(PictureHeader.bytes(second.xmp, of: file.bytes) == Array("<x/>".utf8))
  }

  @Test("A page that isn't decoded fails by its name, and the others don't")
  func refused() throws {
    let file = Self.file(["av01", "jpeg", "av01"])
    #expect(throws: ImageError(.unsupportedFormat, "HEIF whose picture is coded as 'jpeg' is not supported"))
    {
      try Self.header(file, 1)
    }
    #expect(try Self.header(file, 2).storedSize.width == 3)
  }

  @Test("Beside a track there are pages too; the track alone has one")
  func tracks() throws {
    let track = TrackBuilder(
      "av01", 20, 10, [[UInt8]](repeating: [1], count: 7), [H.box("av1C", [0x81, 0, 0x0C, 0])])
    var file = Self.file(["av01", "av01"])
    (file.brands, file.others) = (["avis"], [TrackBuilder.movie([track])])
    let second = try Self.header(file, 1)
    #expect(second.storedSize.width == 2 && second.images == 7 && second.isAnimated)
    let bare = ByteSource(TrackBuilder.file([track]))
    #expect(try PictureHeader.read(from: bare).images == 7)
    #expect(throws: ImageError.noPage(1)) { try PictureHeader.read(from: bare, page: 1) }
  }
}
