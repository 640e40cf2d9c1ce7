import ImageModel
import System

/// The list of pictures in a Windows icon or cursor (Windows, "Icon Resources": NEWHEADER and RESDIR, as a file
/// stores them).
///
/// The sizes, depths and lengths of entries in this list are often wrong. They count only if the header of an
/// entry's picture can't be read.
struct IconDirectory {
  /// The coding of an entry's picture.
  enum Coding {
    /// A bitmap without a file header. Rows of a mask follow its rows of colours.
    case bitmap
    /// A whole PNG.
    case png
  }

  struct Entry {
    /// The size that the list says.
    let size: PixelSize
    /// The bits of a pixel that the list says; 0 if it says none.
    let bits: Int
    /// The hot spot of a cursor; nil in an icon.
    let hotSpot: PictureHeader.HotSpot?
    /// The offset of the picture in the file.
    let place: Int
  }

  private let source: ByteSource
  private let isCursor: Bool
  /// The number of entries.
  let count: Int

  /// Reads the number of entries. Entries are read one by one, so a page costs no more if there are many pages.
  ///
  /// - Throws: `bad_header`, `io_error`.
  init(_ source: ByteSource) throws(ImageError) {
    self.source = source
    var input = HeaderInput(source)
    var start = try input.fields(at: 0, count: Self.listStart, isBigEndian: false)
    try start.skip(2)
    isCursor = try start.number(2) == Int(CURFormat.number)
    count = try start.number(2)
    guard count <= FixedLimits.Header.parts else { throw .tooManyParts("entries") }
    guard input.holds(count * Self.entryBytes, at: Self.listStart) else { throw .cutHeader }
  }

  /// The offset of the first entry, and the length of an entry.
  private static let (listStart, entryBytes) = (6, 16)

  /// The header of an entry's picture.
  ///
  /// - Throws: `bad_header`, `zero_size`, `io_error`.
  func header(of page: Int) throws(ImageError) -> PictureHeader {
    let entry = try entry(page)
    let part = part(entry)
    do throws(ImageError) {
      var header: PictureHeader
      switch try coding(entry) {
      case .bitmap:
        var reader = try BMPHeaderReader(inIcon: part)
        header = try reader.header()
        // Samples decode to 8 bits. Alpha comes from the mask, or from the fourth byte of each pixel.
        header.bits = min(header.bits, 8)
        header.hasAlpha = true
      case .png:
        header = try PNGHeaderReader.read(part)
        header.isAnimated = false
        header.move(by: entry.place)
      }
      header.hotSpot = entry.hotSpot
      return header
    } catch {
      throw error.inEntry(page)
    }
  }

  /// The place and coding of an entry's picture.
  ///
  /// - Throws: `bad_header`, `io_error`.
  func picture(of page: Int) throws(ImageError) -> (place: Int, coding: Coding) {
    let entry = try entry(page)
    return (entry.place, try coding(entry))
  }

  /// The number of the largest entry. Of equally large entries, the first with the most bits of a pixel counts.
  ///
  /// - Throws: `bad_header`, `io_error`.
  func mainEntry() throws(ImageError) -> Int {
    var (main, most) = (0, (area: -1, bits: -1))
    var input = HeaderInput(source)
    for page in 0..<count {
      let measure = try measure(of: entry(page, &input))
      if measure > most { (main, most) = (page, measure) }
    }
    return main
  }

  /// The memory that a decode of an entry needs, or why its picture is refused.
  func demand(_ header: PictureHeader) throws(ImageError) -> DecodeDemand {
    let entry = try entry(header.page)
    switch try coding(entry) {
    case .bitmap:
      return DecodeDemand(
        refusal: try BMPHeaderReader(inIcon: part(entry)).refusal(inIcon: true), detail: .unknown)
    case .png: return PNGFormat.demand(header, source)
    }
  }

  /// An entry whose picture begins in the file.
  private func entry(_ page: Int) throws(ImageError) -> Entry {
    guard (0..<count).contains(page) else { throw .noPage(page) }
    var input = HeaderInput(source)
    let entry = try entry(page, &input)
    guard entry.place < source.size else { throw .badHeader("entry \(page) lies outside the file") }
    return entry
  }

  /// An entry as the list says it. The list is read through `input`.
  private func entry(_ page: Int, _ input: inout HeaderInput) throws(ImageError) -> Entry {
    var fields = try input.fields(
      at: Self.listStart + page * Self.entryBytes, count: Self.entryBytes, isBigEndian: false)
    return try Entry(&fields, isCursor: isCursor)
  }

  /// The file from the entry's picture on. The picture itself tells where it ends.
  private func part(_ entry: Entry) -> ByteSource { source.part(entry.place..<Int.max) }

  private func coding(_ entry: Entry) throws(ImageError) -> Coding {
    PNGFormat.name(of: try source.read(at: entry.place, count: 8)) == nil ? .bitmap : .png
  }

  /// The pixels of an entry, and the bits of a pixel. If the picture's header can't be read, the list says both.
  private func measure(of entry: Entry) throws(ImageError) -> (area: Int, bits: Int) {
    do throws(ImageError) {
      switch try coding(entry) {
      case .bitmap:
        let reader = try BMPHeaderReader(inIcon: part(entry))
        return (reader.size.area, reader.depth)
      case .png:
        let header = try PNGHeaderReader.outline(part(entry))
        let channels = (header.colors == .rgb ? 3 : 1) + (header.hasAlpha ? 1 : 0)
        return (header.storedSize.area, header.bits * channels)
      }
    } catch {
      if error.finding.code == .ioError { throw error }
      return (entry.size.area, entry.bits)
    }
  }
}

extension IconDirectory.Entry {
  /// Reads an entry of 16 bytes. A width or height of 0 stands for 256.
  fileprivate init(_ fields: inout HeaderFields, isCursor: Bool) throws(ImageError) {
    let (width, height) = (try fields.number(1), try fields.number(1))
    size = PixelSize(width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
    let colors = try fields.number(1)
    try fields.skip(1)
    let (first, second) = (try fields.number(2), try fields.number(2))
    hotSpot = isCursor ? PictureHeader.HotSpot(x: first, y: second) : nil
    bits = !isCursor && second > 0 ? second : colors > 1 ? Int.bitWidth - (colors - 1).leadingZeroBitCount : 0
    try fields.skip(4)
    place = try fields.number(4)
  }
}

extension PictureHeader {
  /// Adds `offset` to the place of each block of metadata.
  fileprivate mutating func move(by offset: Int) {
    exif = exif?.moved(by: offset)
    xmp = xmp?.moved(by: offset)
    rawExif?.range.move(by: offset)
    icc?.range.move(by: offset)
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Self { lowerBound + offset..<upperBound + offset }
  fileprivate mutating func move(by offset: Int) { self = moved(by: offset) }
}

extension ImageError {
  /// This error, with the number of the entry in front of its message.
  fileprivate func inEntry(_ number: Int) -> ImageError {
    finding.code == .ioError ? self : ImageError(finding.code, "entry \(number): \(finding.message)")
  }
}
