import ImageModel

/// The metadata among the fields of a TIFF's directory, as other files hold it in a block.
struct TIFFExif {
  /// EXIF as the payload of an APP1 segment, without maker notes; nil where there are no such fields.
  var payload: [UInt8]?
  /// True when it tells of orientation and resolution alone, which are there though nothing is known of the picture.
  var isOfPresentation = false
  /// The records of IPTC.
  var iptc: [UInt8]?
  /// True where there are maker notes, which may point to any place of their file.
  var hasMakerNotes = false
}

extension TIFFExif {
  /// The most bytes of all values.
  private static let most = MetadataSegment.longestPayload

  /// Reads what belongs to the picture of a page, of the directories for EXIF, GPS and interoperability too.
  ///
  /// - Throws: what ``PictureHeader/read(from:page:)`` throws.
  static func read(_ source: ByteSource, page: Int) throws(Finding) -> TIFFExif {
    let reader = try TIFFHeaderReader(source, page)
    var collector = Collector(file: reader.file, room: most)
    var exif = TIFFExif()
    var main = try collector.directory(reader.fields)
    if let records = main.fields.first(where: { $0.tag == TIFFTag.iptc })?.value, records.first == 0x1C {
      exif.iptc = records
    }
    main.remove(TIFFTag.ofPixels)
    exif.hasMakerNotes = collector.hasMakerNotes
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
    var hasMakerNotes = false

    mutating func directory(
      _ fields: [TIFFFile.Field], depth: Int = 0
    ) throws(Finding) -> ExifTree.Directory {
      var directory = ExifTree.Directory()
      for field in fields {
        if TIFFTag.makerNotes.contains(field.tag) {
          hasMakerNotes = true
        } else if TIFFTag.ofPixels.contains(field.tag) && field.tag != TIFFTag.iptc {
          continue
        } else if TIFFTag.directoryPointers.contains(field.tag) {
          guard depth < 2, let place = try file.numbers(field).first,
            let below = try? file.directory(at: place)
          else { continue }
          directory.below[field.tag] = try self.directory(below, depth: depth + 1)
        } else if let values = field.values, TIFFEntry.size(field.type) != nil, values.count <= room {
          room -= values.count
          let value = try file.bytes(values)
          directory.insert(ExifTree.Field(tag: field.tag, type: field.type, count: field.count, value: value))
        }
      }
      return directory
    }
  }
}
