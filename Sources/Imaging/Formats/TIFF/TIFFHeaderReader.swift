import System
import ImageModel

/// A directory of a TIFF or BigTIFF file (TIFF 6.0, sections 3 to 8, 16, 20 to 23).
struct TIFFHeaderReader {
  let page: Int
  /// The offset in the file at which the directory begins.
  let place: Int
  var file: TIFFFile
  let fields: [TIFFFile.Field]

  /// Counts the directories of the chain, up to `most` + 1, and stores their offsets in `source`. If the
  /// chain leads to a directory that can't be read, or back to an earlier directory, that step counts and
  /// ends the chain.
  ///
  /// - Throws: the errors of ``PictureHeader/read(from:page:)``.
  static func pages(_ source: inout ByteSource, most: Int) throws(ImageError) -> Int {
    var file = try TIFFFile(source)
    var seen: Set = [file.first]
    source.directories = [file.first]
    while let last = source.directories.last, source.directories.count <= most {
      let next = try TIFFSmallerCopy.ifSound { () throws(ImageError) in try file.next(after: last) }
      guard let next else { break }
      guard seen.insert(next).inserted else { return source.directories.count + 1 }
      source.directories.append(next)
    }
    return source.directories.count
  }

  /// True if the first directory has a GPS directory with a field besides the version.
  ///
  /// - Throws: the errors of ``PictureHeader/read(from:page:)``.
  static func hasGPS(_ source: ByteSource) throws(ImageError) -> Bool {
    var reader = try TIFFHeaderReader(source, 0)
    guard let place = try reader.file.numbers(reader.field(TIFFTag.gpsDirectory)).first else { return false }
    return !((try? reader.file.directory(at: place)) ?? []).allSatisfy { $0.tag == 0 }
  }

  /// Reads a page's directory.
  init(_ source: ByteSource, _ page: Int) throws(ImageError) {
    var file = try TIFFFile(source)
    if source.directories.indices.contains(page) {
      try self.init(file, page, at: source.directories[page])
      return
    }
    var (place, seen): (Int, Set<Int>) = (file.first, [file.first])
    for number in 0..<page {
      guard let next = try file.next(after: place) else { throw .noPage(page) }
      guard seen.insert(next).inserted else {
        throw .badHeader("page \(number) is followed by an earlier page, so that there is no end")
      }
      place = next
    }
    try self.init(file, page, at: place)
  }

  /// Reads the directory at `place`: a page's own, or a directory that belongs to the page.
  init(_ file: TIFFFile, _ page: Int, at place: Int) throws(ImageError) {
    (self.file, self.page, self.place) = (file, page, place)
    fields = try self.file.directory(at: place)
  }

  func field(_ tag: Int) -> TIFFFile.Field? { fields.first { $0.tag == tag } }

  mutating func number(_ tag: Int) throws(ImageError) -> Int? { try file.numbers(field(tag)).first }

  mutating func orientation() throws(ImageError) -> ExifOrientationField {
    guard let field = field(TIFFTag.orientation) else { return .missing }
    let values = field.count == 1 ? try file.numbers(field) : []
    return ExifOrientationField(value: values.first, count: field.count, type: field.type)
  }

  mutating func header() throws(ImageError) -> PictureHeader {
    guard let width = try number(TIFFTag.imageWidth), let height = try number(TIFFTag.imageLength) else {
      throw .badHeader("its first directory has no size")
    }
    let size = try PixelSize(inHeader: width, height)
    let samples = try number(TIFFTag.samplesPerPixel) ?? 1
    guard samples > 0 else { throw .badHeader("it says 0 samples a pixel") }
    var header = PictureHeader(
      format: .tiff, storedSize: size, colors: try colors(samples), bits: try bits())
    header.hasAlpha = try hasAlpha(header.colors, samples)
    header.page = page
    header.xmp = field(TIFFTag.xmpPacket)?.values
    header.icc = field(TIFFTag.iccProfile)?.values.map { PictureHeader.PackedPlace(range: $0) }
    return header
  }

  mutating func layout() throws(ImageError) -> TIFFLayout {
    let header = try header()
    let samples = try number(TIFFTag.samplesPerPixel) ?? 1
    let rows = try number(TIFFTag.rowsPerStrip) ?? 0
    var layout = TIFFLayout(
      size: header.storedSize, colors: header.colors, bits: try file.numbers(field(TIFFTag.bitsPerSample)),
      sampleFormats: try file.numbers(field(TIFFTag.sampleFormat)), samples: samples,
      compression: try number(TIFFTag.compression) ?? 1,
      isSeparate: try number(TIFFTag.planarConfiguration) == 2,
      rowsPerStrip: rows > 0 ? rows : header.storedSize.height, isReduced: try isReduced())
    layout.isITULab = try number(TIFFTag.photometric) == 10
    layout.isCMYK = try number(TIFFTag.inkSet) ?? 1 == 1
    if layout.bits.isEmpty { layout.bits = [1] }
    if let width = try number(TIFFTag.tileWidth), let height = try number(TIFFTag.tileLength) {
      layout.tile = try PixelSize(inHeader: width, height)
    }
    return layout
  }

  /// True if this is the first page, has SubIFDs, and is marked as a reduced-resolution image. The mark is
  /// bit 0 of NewSubfileType.
  private mutating func isReduced() throws(ImageError) -> Bool {
    guard page == 0, field(TIFFTag.subDirectories) != nil else { return false }
    return (try number(TIFFTag.newSubfileType) ?? 0) & 1 == 1
  }

  /// The colours in PhotometricInterpretation; if it is missing, a guess from the number of samples.
  private mutating func colors(_ samples: Int) throws(ImageError) -> PictureHeader.Colors {
    if let count = field(TIFFTag.photometric)?.count, count != 1 {
      throw ImageError(
        .corrupt, "its photometric interpretation (tag 262) has \(count) values, and must have one")
    }
    // The numbers of TIFF 6.0, section 8 and of TIFF technical notes.
    let photometric = try number(TIFFTag.photometric) ?? (samples < 3 ? 1 : 2)
    switch photometric {
    // White is zero, black is zero, transparency mask.
    case 0, 1, 4: return .grey
    case 2: return .rgb
    case 3: return .palette
    case 5: return .cmyk
    case 6: return .ycbcr
    // CIE L*a*b*, ICC L*a*b* and ITU L*a*b*.
    case 8, 9, 10: return .lab
    default:
      throw .unsupported("TIFF with photometric interpretation \(photometric) is not supported")
    }
  }

  private mutating func bits() throws(ImageError) -> Int {
    guard let field = field(TIFFTag.bitsPerSample) else { return 1 }
    let bits = try file.numbers(field).max() ?? 0
    guard bits > 0 else { throw .badHeader("it says \(bits) bits a sample") }
    guard bits <= 32 else {
      throw .unsupported("TIFF with \(bits) bits a sample is not supported")
    }
    return bits
  }

  /// True for ExtraSamples 1 or 2. A fourth RGB sample without ExtraSamples counts as alpha too, as in
  /// libtiff.
  private mutating func hasAlpha(_ colors: PictureHeader.Colors, _ samples: Int) throws(ImageError) -> Bool {
    let extra = try file.numbers(field(TIFFTag.extraSamples))
    return extra.contains { (1...2).contains($0) }
      || colors == .rgb && samples == 4 && extra.allSatisfy { $0 == 0 }
  }

  /// The number of directories in the chain. The chain ends where it would lead out of the file, or back to
  /// an earlier directory.
  mutating func pages() throws(ImageError) -> Int {
    var seen: Set<Int> = []
    var place: Int? = file.first
    while let offset = place, seen.count < FixedLimits.Header.parts, seen.insert(offset).inserted {
      do throws(ImageError) {
        place = try file.next(after: offset)
      } catch {
        guard error.finding.code == .badHeader else { throw error }
        if offset != file.first { seen.remove(offset) }
        break
      }
    }
    return seen.count
  }
}
