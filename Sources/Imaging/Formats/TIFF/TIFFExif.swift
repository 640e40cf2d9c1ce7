import ImageModel
import System

/// EXIF and IPTC from the fields of a TIFF's directory. EXIF is converted to a block as a JPEG holds it.
struct TIFFExif {
  /// EXIF as an APP1 payload, without maker notes; nil if there are no EXIF fields.
  var payload: [UInt8]?
  /// Why `payload` lacks some of the fields.
  var fault: Unfollowable?
  /// IPTC's records.
  var iptc: [UInt8]?
  /// True if `payload` has only orientation and resolution. A TIFF without any metadata has these fields too.
  var isOfPresentation = false
  /// Bytes of the maker notes; nil if there are none. Maker notes may hold offsets of any place in the file.
  var makerNotesBytes: Int?
}

extension TIFFExif {
  /// The limit in bytes for all EXIF values together, and for IPTC's records.
  private static let most = MetadataSegment.longestPayload

  /// Reads the EXIF fields of a page, including the EXIF, GPS and interoperability directories.
  ///
  /// - Throws: what ``PictureHeader/read(from:page:)`` throws.
  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> TIFFExif {
    let reader = try TIFFHeaderReader(source, page)
    var collector = Collector(file: reader.file, room: most)
    var exif = TIFFExif()
    if let field = reader.field(TIFFTag.iptc), let range = field.values {
      exif.iptc = try collector.records(field, range)
    }
    let main = try collector.directory(reader.fields)
    exif.fault = collector.fault
    exif.makerNotesBytes = collector.makerNotesBytes
    exif.isOfPresentation =
      main.below.isEmpty && main.fields.allSatisfy { TIFFTag.ofPresentation.contains($0.tag) }
    if !main.isEmpty {
      let tree = ExifTree(isBigEndian: reader.file.isBigEndian, main: main)
      exif.payload = MetadataSegment.Kind.exif.identifier + tree.block(isBigEndian: reader.file.isBigEndian)
    }
    return exif
  }

  private struct Collector {

    var file: TIFFFile
    var room: Int
    var makerNotesBytes: Int?
    var fault: Unfollowable?
    private var visited: Set<Int> = []

    init(file: TIFFFile, room: Int) { (self.file, self.room) = (file, room) }

    /// IPTC's records. Some writers store the records as LONGs, so that each group of four bytes may be in
    /// reverse order. The result has the bytes in the right order.
    mutating func records(_ field: TIFFFile.Field, _ range: Range<Int>) throws(ImageError) -> [UInt8] {
      let bytes = try file.bytes(range.prefix(TIFFExif.most + 1))
      guard field.type == 4, bytes.first != 0x1C else { return bytes }
      return stride(from: 0, to: bytes.count, by: 4).flatMap {
        bytes[$0..<min($0 + 4, bytes.count)].reversed()
      }
    }

    mutating func directory(_ fields: [TIFFFile.Field]) throws(ImageError) -> ExifTree.Directory {
      var directory = ExifTree.Directory()
      for field in fields {
        if TIFFTag.directoryPointers.contains(field.tag) {
          if let below = try self.below(field) { directory.below[field.tag] = below }
        } else if TIFFTag.makerNotes.contains(field.tag) {
          makerNotesBytes = (makerNotesBytes ?? 0) + (field.values?.count ?? 0)
        } else if !TIFFTag.ofPixels.contains(field.tag) {
          if let value = try value(field) { directory.insert(value) }
        }
      }
      return directory
    }

    private mutating func below(_ pointer: TIFFFile.Field) throws(ImageError) -> ExifTree.Directory? {
      do throws(ImageError) {
        if let place = try file.numbers(pointer).first, visited.insert(place).inserted,
          visited.count <= FixedLimits.Metadata.exifDirectories
        {
          return try directory(file.directory(at: place))
        }
      } catch  where error.finding.code == .ioError {
        throw error
      } catch {}
      lose("tag \(hexadecimal(pointer.tag, digits: 4)) leads to no directory of its own")
      return nil
    }

    /// Stores the reason why fields are lost. Only the first reason is kept.
    private mutating func lose(_ reason: String) { fault = fault ?? Unfollowable(reason: reason) }

    private mutating func value(_ field: TIFFFile.Field) throws(ImageError) -> ExifTree.Field? {
      if field.count == 0 { return ExifTree.Field(tag: field.tag, type: field.type, count: 0, value: []) }
      guard let values = field.values, TIFFEntry.size(field.type) != nil else {
        let tag = hexadecimal(field.tag, digits: 4)
        lose("the value of tag \(tag) can't be found in the file")
        return nil
      }
      guard values.count <= room else {
        lose(ExifTree.tooLong)
        return nil
      }
      room -= values.count
      return ExifTree.Field(
        tag: field.tag, type: field.type, count: field.count, value: try file.bytes(values))
    }
  }
}
