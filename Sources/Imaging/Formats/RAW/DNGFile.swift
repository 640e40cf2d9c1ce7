import ImageModel
import System

/// The directories of a DNG (Adobe DNG Specification 1.4, chapters 1 to 4), or of another raw file in a TIFF.
struct DNGFile {
  /// The first directory: the camera, the orientation and the metadata.
  var main: TIFFHeaderReader
  /// The directories in the order in which LibRaw reads them: each directory of the chain, and after it its SubIFDs.
  private(set) var all: [TIFFHeaderReader]

  /// Values of PhotometricInterpretation (DNG 1.4, chapter 2).
  enum Photometric {
    static let mosaic = 32803
    static let linear = 34892
    static let ofRawData = [mosaic, linear]
  }

  /// Values of NewSubfileType (DNG 1.4, chapter 4).
  enum Kind {
    static let main = 0
    static let previews = [1, 0x10001]
  }

  /// Reads the directories, at most ``FixedLimits/Header/rawDirectories``. A broken directory ends its list. With
  /// `first`, only the chain's first directory and its SubIFDs are read.
  ///
  /// - Throws: `bad_header` if the first directory can't be read; `io_error`.
  init(_ source: ByteSource, first isFirst: Bool = false) throws(ImageError) {
    main = try TIFFHeaderReader(source, 0)
    all = [main]
    var (chained, seen): (TIFFHeaderReader, Set<Int>) = (main, [main.place])
    while true {
      for place in try main.file.numbers(chained.field(TIFFTag.subDirectories)) {
        if let reader = try directory(at: place, &seen) { all.append(reader) }
      }
      if isFirst { return }
      var file = main.file
      let next = try TIFFSmallerCopy.ifSound { () throws(ImageError) in try file.next(after: chained.place) }
      guard let next, let reader = try directory(at: next, &seen) else { return }
      all.append(reader)
      chained = reader
    }
  }

  private func directory(at place: Int, _ seen: inout Set<Int>) throws(ImageError) -> TIFFHeaderReader? {
    guard seen.count < FixedLimits.Header.rawDirectories, seen.insert(place).inserted else { return nil }
    let file = main.file
    return try TIFFSmallerCopy.ifSound { () throws(ImageError) in try TIFFHeaderReader(file, 0, at: place) }
  }

  /// True if the first directory has DNGVersion.
  var isDNG: Bool { main.field(DNGTag.version) != nil }

  /// True if a directory has data of a sensor.
  mutating func hasRawData() throws(ImageError) -> Bool { try rawData() != nil }

  /// The first directory with data of a sensor that isn't a preview; nil if there is none.
  private func rawData() throws(ImageError) -> TIFFHeaderReader? {
    for var reader in all {
      let photometric = try reader.number(TIFFTag.photometric) ?? 0
      let kind = try reader.number(TIFFTag.newSubfileType) ?? Kind.main
      if Photometric.ofRawData.contains(photometric), kind == Kind.main { return reader }
    }
    return nil
  }

  /// The directory with the raw picture.
  ///
  /// - Throws: `raw_unsupported` if there is none; `io_error`.
  private mutating func picture() throws(ImageError) -> TIFFHeaderReader {
    guard let reader = try rawData() else {
      throw .rawUnsupported("this DNG has no raw picture that can be read", try camera())
    }
    return reader
  }

  /// The maker and model, such as "NIKON D850"; nil if the file says neither.
  mutating func camera() throws(ImageError) -> String? {
    var names: [String] = []
    for tag in [DNGTag.make, DNGTag.model] {
      guard let field = main.field(tag), field.type == 2, let values = field.values else { continue }
      let text = try main.file.bytes(values.prefix(FixedLimits.Header.rawNameBytes))
      names.append(
        String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).trimmed)
    }
    // Many makers repeat their name in the model.
    if names.count == 2, names[1].hasPrefix(names[0]) { names.removeFirst() }
    let camera = names.filter { !$0.isEmpty }.joined(separator: " ")
    return camera.isEmpty ? nil : camera
  }

  /// The orientation tags of the first directory and of the raw picture's.
  mutating func orientations() throws(ImageError) -> [ExifOrientationField] {
    var reader = try picture()
    let first = try main.orientation()
    return reader.place == main.place ? [first] : [first, try reader.orientation()]
  }

  /// The layout of the raw picture.
  ///
  /// - Throws: `raw_unsupported`, `bad_header`, `zero_size`, `io_error`.
  mutating func layout() throws(ImageError) -> DNGLayout {
    var reader = try picture()
    return try DNGLayout(&reader, &main)
  }

  /// Why LibRaw would not find the raw data, or not all of it; nil if it finds it.
  mutating func refusal(of layout: DNGLayout) throws(ImageError) -> String? {
    var reader = try picture()
    return try layout.refusal(of: &reader)
  }
}

/// Tags of DNG 1.4, chapter 4, and of TIFF/EP.
enum DNGTag {
  static let make = 0x010F
  static let model = 0x0110
  static let mosaicSize = 0x828D
  static let mosaic = 0x828E
  static let version = 0xC612
  static let planeColors = 0xC616
  static let mosaicLayout = 0xC617
  static let cropOrigin = 0xC61F
  static let cropSize = 0xC620
  static let activeArea = 0xC68D
  static let previewColors = 0xC71A
}
