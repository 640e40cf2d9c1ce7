import ImageModel

/// Raw files of cameras. Upright develops DNGs (Adobe DNG Specification 1.4), and refuses makers' own formats by name.
enum RawFormat: PictureFormat {
  /// The first bytes of makers' own formats that are no TIFFs.
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    (Array("FUJIFILMCCD-RAW".utf8), "a raw file of Fujifilm (RAF)"),
    (Array("IIRO".utf8), "a raw file of Olympus (ORF)"), (Array("IIRS".utf8), "a raw file of Olympus (ORF)"),
    (Array("MMOR".utf8), "a raw file of Olympus (ORF)"),
    ([0x49, 0x49, 0x55, 0x00], "a raw file of Panasonic or Leica (RW2)"),
    ([0x00, 0x4D, 0x52, 0x4D], "a raw file of Minolta (MRW)"),
    (Array("FOVb".utf8), "a raw file of Sigma (X3F)"),
    ([0x49, 0x49, 0x1A, 0x00, 0x00, 0x00] + Array("HEAPCCDR".utf8), "a raw file of Canon (CRW)"),
  ]

  static func name(of start: [UInt8]) -> String? {
    if FileKind.isoBrand(start) == "crx " { return "a raw file of Canon (CR3)" }
    return signatures.first { start.starts(with: $0.bytes) }?.name
  }

  /// True if a TIFF is a raw file: a DNG, or a file whose first page or its SubIFDs have data of a sensor. False for a
  /// TIFF whose directories can't be read; the reader of TIFFs then says why.
  ///
  /// - Throws: `io_error`.
  static func isRaw(_ source: ByteSource) throws(ImageError) -> Bool {
    if try hasMark(source) { return true }
    return try TIFFSmallerCopy.ifSound { () throws(ImageError) in
      var file = try DNGFile(source, first: true)
      if file.isDNG { return true }
      return try file.hasRawData()
    } ?? false
  }

  /// True if the first bytes mark a raw file of Canon (CR2), or of Phase One (IIQ) in either byte order. In another
  /// TIFF, samples may stand there, so each mark is as long as it can be.
  private static func hasMark(_ source: ByteSource) throws(ImageError) -> Bool {
    let start = try source.read(at: 4, count: 12)
    let mark = start.dropFirst(4)
    return start.starts(with: [16, 0, 0, 0] + Array("CR\u{2}".utf8)) || mark.starts(with: "MMMMRaw".utf8)
      || mark.starts(with: "IIII".utf8) && mark.dropFirst(5).elementsEqual("waR".utf8)
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    let start = try source.read(at: 0, count: FileKind.lookahead)
    if let name = name(of: start) {
      throw .rawUnsupported("this is \(name), which can't be read: convert it to DNG", nil)
    }
    var file = try DNGFile(source)
    guard file.isDNG else {
      throw .rawUnsupported(
        "this is a raw file in its maker's own format, which can't be read: convert it to DNG",
        try file.camera())
    }
    let layout = try file.layout()
    var header = PictureHeader(
      format: .raw, storedSize: try PixelSize(inHeader: layout.crop.width, layout.crop.height), colors: .rgb,
      bits: layout.bits)
    header.xmp = file.main.field(TIFFTag.xmpPacket)?.values
    return header
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> DecodeDemand {
    var file = try DNGFile(source)
    let layout = try file.layout()
    var demand = DecodeDemand(detail: .unknown)
    var reason = layout.refusal
    if reason == nil { reason = try file.refusal(of: layout) }
    if let reason {
      demand.refusal = ImageError.rawUnsupported(reason, try file.camera()).finding
      return demand
    }
    demand.refusal = layout.tooLarge
    demand.wholeBytes = layout.heldBytes
    demand.raw = SourceRaw(hasCells: layout.isMosaic, previews: try file.previews(of: layout, in: source))
    return demand
  }
}
