extension PictureBuilder {
  /// A whole header of each kind, small enough to be cut at each byte.
  package static let samples: [[UInt8]] = pngs + webps + gifs + bmps + tiffs + heifs + icons + [raw] + svgs

  private static let pngs: [[UInt8]] = {
    let exif = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0]
    return [
      png([ihdr(), pngChunk("IDAT", [1, 2, 3])]),
      png([
        ihdr(depth: 2, type: 3, interlace: 1), pngChunk("iCCP", Array("p\0\0".utf8) + [7, 7]),
        pngChunk("acTL", [0, 0, 0, 3, 0, 0, 0, 0]), pngChunk("PLTE", [1, 2, 3]), pngChunk("tRNS", [0]),
        pngChunk("IDAT", [1]), xmpChunk("<x/>"), pngChunk("eXIf", exif),
      ]),
      png([
        ihdr(7, 5), pngChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), control(0), pngChunk("IDAT", [1]), control(1),
        pngChunk("fdAT", [0, 0, 0, 2, 9]),
      ]),
    ]
  }()

  /// The control of a frame of 7x5 that is shown for 7/30 s, and then cleared.
  private static func control(_ sequence: UInt8) -> [UInt8] {
    let numbers = [Int(sequence), 7, 5, 0, 0].flatMap { big($0, 4) }
    return pngChunk("fcTL", numbers + [0, 7, 0, 30, 1, 0])
  }

  private static let svgs: [[UInt8]] = {
    let file = TestSVG.file("<g><path d='M0 0'/></g>", #"width="17" height="9""#)
    let more = TestSVG.file(
      "<style>.a{opacity:.5}</style><mask id='m'/><g class='a' mask='url(#m)'><use href='#m'/></g>",
      #"viewBox="0 0 17 9""#)
    return [file, TestSVG.compressed(file), more]
  }()

  private static let webps: [[UInt8]] = [
    webp([vp8(17, 9)]), webp([vp8l(17, 9, alpha: true)]),
    webp([
      vp8x(17, 9, flags: 0x3C), riffChunk("ICCP", [1, 2, 3]), riffChunk("ALPH", [0]), vp8(17, 9),
      riffChunk("EXIF", Array("Exif\0\0MM".utf8)), riffChunk("XMP ", Array("<x/>".utf8)),
    ]),
    webp([
      vp8x(300, 200, flags: 0x02), riffChunk("ANIM", [0, 0, 0, 0, 0, 0]),
      riffChunk("ANMF", [UInt8](repeating: 0, count: 16)), riffChunk("ANMF", [1]),
    ]),
  ]

  private static let gifs: [[UInt8]] = [
    gif(
      20, 10,
      [
        [0x21, 0xFE, 2, 65, 66, 0], gifControl(transparent: true), gifFrame(20, 10, interlaced: true),
        gifFrame(3, 4, at: (1, 2), table: 3),
      ])
  ]

  private static let bmps: [[UInt8]] = [
    coreBMP(5, 6, depth: 8), bmp(5, -6, depth: 32, compression: 3, masks: [0xFF, 0xFF00, 0xFF0000]),
    bmp(5, 6, depth: 16, length: 124, compression: 3, masks: [0x7C00, 0x3E0, 0x1F, 0x8000]),
  ]

  private static let icons: [[UInt8]] = {
    var xbm = TestXBM(5, 6) { x, y in x > y }
    (xbm.hotSpot, xbm.start) = ((1, 2), "/* 5 x 6 */\n")
    return [TestIcon.mixed().file, TestIcon.mixed(isCursor: true).file, xbm.file]
  }()

  private static let tiffs: [[UInt8]] = {
    var tiff = TIFFBuilder(isBigEndian: true)
    let fields = [
      tiff.short(0x100, 5), tiff.long(0x101, 6),
      TIFFBuilder.Field(tag: 0x102, type: 3, count: 4, value: [0, 8, 0, 8, 0, 8, 0, 8]),
      tiff.short(0x106, 2), tiff.short(0x112, 6), tiff.short(0x115, 4), tiff.short(0x152, 2),
      tiff.ascii(0x2BC, "<xmp/>"), tiff.ascii(0x8773, "profile"), tiff.long(0x8825, 8),
    ]
    let second = tiff.directory(fields)
    tiff.setMain(tiff.directory(fields, next: second))
    let page = [(0x100, 16, 1, 5), (0x101, 4, 1, 6), (0x102, 3, 1, 8), (0x106, 3, 1, 3)]
    return [tiff.bytes, BigTIFFBuilder(isBigEndian: false, directories: [page, page]).bytes]
  }()

  /// A raw file with a crop, an orientation and a preview.
  private static let raw: [UInt8] = {
    var dng = TestDNG(24, 22) { x, y, color in Double((x + y + color) % 9) / 9 }
    (dng.storage, dng.crop, dng.orientation) = (.jpeg, [1, 0, 23, 22], 6)
    dng.previews = [TestDNG.Preview([0xFF, 0xD8, 0xFF, 0xD9], 12, 11)]
    return dng.file
  }()

  private static let heifs: [[UInt8]] = {
    var file = HEIFBuilder()
    file.items = [
      .init("grid"), .init("av01"), .init("av01"), .init("Exif", data: [0, 0, 0, 0] + Array("II*\0".utf8)),
      .init("mime", contentType: "application/rdf+xml", data: Array("<x/>".utf8)),
    ]
    file.properties += [
      HEIFBuilder.aperture([(60, 1), (40, 1), (0, 1), (0, 1)]), HEIFBuilder.turn(1), HEIFBuilder.mirror(0),
      HEIFBuilder.box("colr", Array("prof".utf8) + [1, 2]),
      HEIFBuilder.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"),
    ]
    file.associations = [[1, 3, 4, 5, 6], [2], [2, 7]]
    file.references = [("dimg", 1, [2]), ("auxl", 3, [1]), ("cdsc", 4, [1]), ("cdsc", 5, [1])]
    var still = HEIFBuilder()
    still.brands = ["heic"]
    still.items = [.init("hvc1")]
    still.properties[1] = HEIFBuilder.box("hvcC", [UInt8](repeating: 0, count: 18))
    let properties = [HEIFBuilder.box("av1C", [0x81, 0, 0x4C, 0])]
    var track = TrackBuilder("av01", 20, 10, [[1, 2], [3]], properties)
    track.syncSamples = [1]
    return [file.bytes, still.bytes, TrackBuilder.file([track, track.auxiliary()])]
  }()
}
