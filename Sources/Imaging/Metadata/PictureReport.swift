import System
import ImageModel

/// A report about the header of a file of any format but JPEG, for people. Plans don't use it.
package struct PictureReport: Hashable, Sendable {
  /// Metadata of one kind.
  package struct Item: Hashable, Sendable {
    /// `exif`, `xmp`, `icc` or `iptc`.
    package var kind: String
    /// The number of bytes in the file. A PNG's EXIF in hexadecimal digits counts as the block that the
    /// digits give. A TIFF has no EXIF block, so its EXIF fields count as a block with these fields.
    package var bytes: Int
  }

  /// A page of a TIFF, a picture of a HEIC or AVIF, or an entry of an ICO or CUR.
  package struct Page: Hashable, Sendable {
    /// The facts in the header.
    package struct Facts: Hashable, Sendable {
      package var storedSize: PixelSize
      /// The usable orientation, 1...8; nil if there is none.
      package var orientation: ExifOrientation?
      /// The hot spot of a cursor.
      package var hotSpot: PictureHeader.HotSpot?
      /// The picture's size after the turn that a viewer applies.
      package var displaySize: PixelSize { (orientation ?? .topLeft).turned(storedSize) }
    }

    /// The page's number, from 0.
    package var number: Int
    /// The facts, or why there are none.
    package var facts: Result<Facts, ImageError>
  }

  /// The file's length.
  package var bytes: Int
  package var header: PictureHeader
  /// The usable orientation of container, directory or EXIF, 1...8; nil if there is none.
  package var orientation: ExifOrientation?
  /// The orientation in each part of the file.
  package var orientations: OrientationSources
  /// Kinds of metadata in a fixed order; missing kinds are left out.
  package var metadata: [Item]
  /// The ICC profile's own name.
  package var profile: String?
  /// True if EXIF or XMP says where the picture was taken.
  package var hasGPS: Bool
  /// The GPS directory, the maker notes and the thumbnail in the EXIF block, or in a TIFF's fields.
  package var exifGroups: ExifGroups
  /// The reason why the file is refused, if there is one, and then the warnings.
  package var findings: [Finding]
  /// The gain map, or the reason why it can't be used. Nil if the picture has none.
  package var gainMap: Result<SourceGainMap, ImageError>?
  /// The sizes of a raw file's usable previews, from the smallest to the largest; nil for other formats.
  package var previews: [PixelSize]?
  /// The first ``mostPages`` pages; nil for a format without pages.
  package var pages: [Page]?

  /// The most pages in a report.
  package static let mostPages = 100

  /// The picture's size after the turn that a viewer applies.
  package var displaySize: PixelSize { (orientation ?? .topLeft).turned(header.storedSize) }
  /// The turn that a viewer applies, in words.
  package var orientationMeaning: String { (orientation ?? .topLeft).meaning }
}

extension PictureReport {
  /// Reads the report on a file with this header.
  ///
  /// - Throws: what ``PictureHeader/read(from:page:)`` throws.
  static func read(_ header: PictureHeader, from source: ByteSource) throws(ImageError) -> PictureReport {
    let orientation = try OrientationReading.read(header, from: source)
    let demand = try header.demand(source)
    let refusal = header.storedSize.refusal ?? header.colorRefusal ?? demand.refusal
    let gainMap = try header.gainMap(in: source)?.map(\.facts)
    let fields = header.format.isTIFFStructure ? try TIFFExif.read(source, page: header.page) : nil
    let exif = try header.payload(.exif, from: source) ?? fields?.payload
    var groups = ExifGroups(payload: exif ?? [])
    groups.makerNotesBytes = fields?.makerNotesBytes ?? groups.makerNotesBytes
    return PictureReport(
      bytes: source.size, header: header, orientation: orientation.tag,
      orientations: try OrientationSources.read(header, from: source), metadata: items(header, fields, exif),
      profile: try profile(header, source), hasGPS: try hasGPS(groups, header, source), exifGroups: groups,
      findings: (refusal.map { [$0] } ?? []) + header.colorFindings + orientation.findings
        + (gainMap.map(Finding.unusableGainMap) ?? []) + (header.drawing?.findings ?? []),
      gainMap: gainMap, previews: demand.raw?.previews.map(\.picture.storedSize),
      pages: try pages(header, source))
  }

  private static func pages(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> [Page]? {
    guard header.format.reader.hasPages else { return nil }
    var source = source
    let count = try SourceFormat.pages(in: &source, most: mostPages)
    return (0..<min(count, mostPages)).map { number in
      Page(
        number: number,
        facts: Result { () throws(ImageError) in
          let header = try PictureHeader.read(from: source, page: number)
          let orientation = try OrientationReading.read(header, from: source)
          return Page.Facts(
            storedSize: header.storedSize, orientation: orientation.tag, hotSpot: header.hotSpot)
        })
    }
  }

  private static func items(_ header: PictureHeader, _ fields: TIFFExif?, _ exif: [UInt8]?) -> [Item] {
    let raw = header.rawExif.flatMap { _ in exif?.count }.map {
      $0 - MetadataSegment.Kind.exif.identifier.count
    }
    let kinds = [
      ("exif", header.exif?.count ?? fields?.exifBytes ?? raw), ("xmp", header.xmp?.count),
      ("icc", header.icc?.range.count), ("iptc", fields?.iptc?.count),
    ]
    return kinds.compactMap { kind, bytes in bytes.map { Item(kind: kind, bytes: $0) } }
  }

  private static func profile(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> String? {
    guard let icc = header.icc, icc.range.count <= FixedLimits.Metadata.profileBytes else { return nil }
    let bytes = try source.read(at: icc.range.lowerBound, count: icc.range.count)
    return (icc.isDeflated ? Inflation.inflated(bytes, within: FixedLimits.Metadata.profileBytes) : bytes)
      .flatMap(
        ICCProfile.description(of:))
  }

  private static func hasGPS(
    _ groups: ExifGroups, _ header: PictureHeader, _ source: ByteSource
  ) throws(ImageError) -> Bool {
    let xmp = try header.payload(.xmp, from: source) ?? []
    if ProbeReport.hasGPS(groups, xmp: xmp) { return true }
    return header.format.isTIFFStructure ? try TIFFHeaderReader.hasGPS(source) : false
  }
}

extension TIFFExif {
  /// The size in bytes of an EXIF block with these fields; nil if the fields say nothing about the picture.
  fileprivate var exifBytes: Int? {
    isOfPresentation ? nil : payload.map { $0.count - MetadataSegment.Kind.exif.identifier.count }
  }
}
