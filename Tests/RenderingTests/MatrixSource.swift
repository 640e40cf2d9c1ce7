import RenderingSupport
import TestSupport

/// A kind of file that the matrix of formats takes, all with one picture.
enum MatrixSource: CaseIterable, Sendable {
  case jpeg, png, tiff, webp, gif, bmp, avif, heic
  /// With a clean aperture.
  case cutAVIF, cutHEIC

  /// True where the picture is held to the bit.
  var isLossless: Bool { [.png, .tiff, .webp, .gif, .bmp].contains(self) }

  /// True where the file itself says how it is turned.
  var hasOrientation: Bool { self != .gif && self != .bmp }

  /// What is stored: the upper left of a tile, or what an aperture shows of it. GIF has fewer colours.
  var picture: TestPicture {
    switch self {
    case .cutAVIF, .cutHEIC: TestAV1.colorPicture.cropped(x: 10, y: 10, width: 48, height: 36)
    case .gif:
      TestPicture(width: 48, height: 36, channels: 3) { TestAV1.colorPicture[$0 / 3 * 3, $1 / 3 * 3, $2] }
    default: TestAV1.colorPicture.cropped(x: 0, y: 0, width: 48, height: 36)
    }
  }

  /// A file of the picture that is to be turned as `tag` says, where files of its format can say so.
  func file(_ tag: UInt8) throws -> [UInt8] {
    let picture = picture
    let exif = Self.exif(tag)
    switch self {
    case .jpeg: return try Self.jpeg(picture, exif)
    case .png:
      var png = TestPNG(48, 36, type: 2, depth: 8) { Int(picture[$0, $1, $2]) }
      png.chunks = [TestPNG.chunk("eXIf", exif)]
      return png.file
    case .tiff:
      var tiff = TestTIFF(48, 36, photometric: 2, channels: 3, bits: 8) { Int(picture[$0, $1, $2]) }
      tiff.fields = [TIFFBuilder.Field(tag: 0x112, type: 3, count: 1, value: [tag, 0])]
      return tiff.file
    case .webp:
      return TestWebP(picture).file(8, after: [PictureBuilder.riffChunk("EXIF", exif)])
    case .gif:
      var gif = TestGIF(48, 36, bits: 8) { $0 / 3 + $1 / 3 * 16 }
      gif.globalColors = (0..<256).flatMap { index in
        (0..<3).map { TestAV1.colorPicture[index % 16 * 3, index / 16 * 3, $0] }
      }
      return gif.file
    case .bmp:
      return TestBMP(48, 36, depth: 24) { x, y in
        (0..<3).reduce(0) { $0 << 8 | Int(picture[x, y, $1]) }
      }.file
    case .avif: return TestAV1.grid(48, 36, Self.turns(tag)).bytes
    case .heic: return TestHEVC.grid(48, 36, Self.turns(tag)).bytes
    case .cutAVIF: return TestAV1.still(TestAV1.color, [Self.aperture] + Self.turns(tag)).bytes
    case .cutHEIC: return TestHEVC.still(more: [Self.aperture] + Self.turns(tag)).bytes
    }
  }

  /// The TIFF structure of EXIF with one field (EXIF 2.32, 4.6.2).
  private static func exif(_ tag: UInt8) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: true)
    tiff.setMain(tiff.directory([tiff.short(0x112, Int(tag))]))
    return tiff.bytes
  }

  /// 48x36 from 10, 10 of 64x64: the centre lies 2 to the right and 4 above.
  private static let aperture = HEIFBuilder.aperture([(48, 1), (36, 1), (2, 1), (-4, 1)])

  /// The turn counterclockwise, and then the mirror, that show a picture as `tag` does (ISO/IEC 23008-12, 6.5.10 and
  /// 6.5.12).
  private static func turns(_ tag: UInt8) -> [[UInt8]] {
    let turns: [UInt8: (quarters: UInt8, axis: UInt8?)] = [
      1: (0, nil), 2: (0, 1), 3: (2, nil), 4: (0, 0), 5: (1, 0), 6: (3, nil), 7: (1, 1), 8: (1, nil),
    ]
    guard let (quarters, axis) = turns[tag] else { return [] }
    return [HEIFBuilder.turn(quarters)] + (axis.map { [HEIFBuilder.mirror($0)] } ?? [])
  }

  private static func jpeg(_ picture: TestPicture, _ exif: [UInt8]) throws -> [UInt8] {
    // JFIF 1.02, "Conversion to and from RGB".
    let planes = TestPicture(width: picture.width, height: picture.height, channels: 3) { x, y, channel in
      let (red, green, blue) = (
        Double(picture[x, y, 0]), Double(picture[x, y, 1]), Double(picture[x, y, 2])
      )
      let value =
        [
          0.299 * red + 0.587 * green + 0.114 * blue,
          -0.1687 * red - 0.3313 * green + 0.5 * blue + 128, 0.5 * red - 0.4187 * green - 0.0813 * blue + 128,
        ][channel]
      return UInt8(value.rounded())
    }
    let file = try planes.file()
    return file[..<2] + JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8) + exif) + file[2...]
  }
}
