import System
import ImageModel

/// The header of a HEIC or AVIF file (ISO/IEC 23008-12; AV1 Image File Format 1.1).
struct HEIFHeaderReader {
  /// Brands of files with a track (ISO/IEC 23008-12, 10 and annex B; AV1 Image File Format 1.1).
  private static let sequenceBrands: Set = ["avis", "msf1", "hevc", "hevx"]

  /// The content type of an item that is an XMP packet (XMP part 3, 1.1.5).
  static let xmpType = Array("application/rdf+xml".utf8)

  var boxes: ISOBoxes
  private let page: Int
  private var items: HEIFItems?
  private var tracks: Result<HEIFSequence?, ImageError> = .success(nil)

  /// Reads the file's tables of items and tracks. The pages are the pictures to be shown; page 0 is the
  /// primary one.
  init(_ source: ByteSource, page: Int = 0) throws(ImageError) {
    boxes = ISOBoxes(source)
    self.page = page
    try topLevel(source.size)
  }

  /// Reads the boxes `ftyp` and `meta`, and in a file with a sequence also `moov`.
  private mutating func topLevel(_ size: Int) throws(ImageError) {
    let file = 0..<size
    let type = try boxes.box(at: 0, in: file)
    guard type.content.upperBound <= size else { throw .cutHeader }
    let isSequence = try Self.isSequence(boxes.fields(type))
    var place = type.content.upperBound
    while place < size, items == nil || isSequence && !hasTracks {
      let box = try boxes.box(at: place, in: file)
      place = box.content.upperBound
      // Picture data may be cut, because the header reader doesn't need it.
      if place > size, !["meta", "moov"].contains(box.type) { break }
      guard place <= size else { throw .cutHeader }
      if box.type == "meta", items == nil { items = try HEIFItems(box, &boxes) }
      if box.type == "moov", isSequence { try readTracks(box) }
    }
  }

  private var hasTracks: Bool { (try? tracks.get()) != nil }

  /// Reads the tracks. Throws `io_error` at once. Any other error counts only if there is no still picture.
  private mutating func readTracks(_ movie: ISOBox) throws(ImageError) {
    do throws(ImageError) { tracks = .success(try HEIFSequence(movie, &boxes)) } catch {
      if error.finding.code == .ioError { throw error }
      tracks = .failure(error)
    }
  }

  /// The sequence of pictures.
  ///
  /// - Throws: the error from reading the tracks, or `bad_header` if there are no tracks.
  func sequence() throws(ImageError) -> HEIFSequence {
    guard let sequence = try tracks.get() else { throw .noPicture }
    return sequence
  }

  private static func isSequence(_ fields: consuming HeaderFields) throws(ImageError) -> Bool {
    var brands = [try fields.code()]
    try fields.skip(4)
    while fields.left >= 4 { brands.append(try fields.code()) }
    return !sequenceBrands.isDisjoint(with: brands)
  }

  /// The number of pictures to be shown; 1 if no still picture is the primary one.
  var pages: Int { max(1, items?.pictures.count ?? 0) }

  /// The file's items, the items that are pages, and this page's item; nil if no still picture is the
  /// primary one.
  func still() throws(ImageError) -> (items: HEIFItems, pictures: [Int], picture: Int)? {
    let pictures = items?.pictures ?? []
    guard page == 0 || pictures.indices.contains(page) else { throw .noPage(page) }
    guard let items, !pictures.isEmpty else { return nil }
    return (items, pictures, pictures[page])
  }

  mutating func header() throws(ImageError) -> PictureHeader {
    guard let (items, pictures, picture) = try still() else { return try sequenceHeader() }
    let parts = parts(of: picture, items)
    let coded = parts.last ?? picture
    let properties = items.properties(of: picture)
    let shape = try shape(properties, of: size(properties))
    var header = PictureHeader(
      format: try Self.format(items.items[coded]?.type ?? ""), storedSize: shape.crop.size,
      colors: try isGrey(items.properties(of: coded)) ? .grey : .rgb,
      bits: try bits(properties + items.properties(of: coded)), orientation: shape.orientation)
    header.hasAlpha = try alpha(parts, items) != nil
    header.hasGainMap = try hasGainMap(parts, items)
    try takeColors(
      properties + items.properties(of: coded), codedAt: items.extents[coded]?.first, &header)
    header.exif = try exif(of: picture, items)
    header.xmp = items.referring("cdsc", to: picture).first {
      items.items[$0]?.contentType == Self.xmpType
    }.flatMap { items.places[$0] }
    let sequence = try? sequence()
    header.images = sequence?.pictures.images ?? pictures.count
    header.page = page
    header.isAnimated = sequence != nil
    return header
  }

  /// An item, then the first item from which it is derived, and so on down to a coded item (ISO/IEC 23008-12,
  /// 6.6).
  func parts(of picture: Int, _ items: HEIFItems) -> [Int] {
    var parts = [picture]
    for _ in 0..<FixedLimits.Header.heifDerivations {
      guard let last = parts.last, ["grid", "iden", "iovl"].contains(items.items[last]?.type),
        let next = items.referred("dimg", from: last).first
      else { break }
      parts.append(next)
    }
    return parts
  }

  static func format(_ coding: String) throws(ImageError) -> SourceFormat {
    switch coding {
    case "av01": return .avif
    case "hvc1", "hev1": return .heic
    default:
      throw .unsupported("HEIF whose picture is coded as '\(coding)' is not supported")
    }
  }
}
