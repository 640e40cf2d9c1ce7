import System
import CLibExif

/// An EXIF tag as libexif names and formats it.
package struct ExifTagText: Hashable, Sendable {
  /// The directory: `0`, `1`, `EXIF`, `GPS` or `Interoperability`.
  package var directory: String
  /// The tag's name in EXIF 2.32, section 4.6.
  package var name: String
  /// The value as readable text, at most ``longestValue`` bytes.
  package var value: String

  /// The highest number of bytes that a value's text can have.
  package static let longestValue = 255
}

/// The tags that libexif reads in one EXIF block. This type never saves a block, because a saved block would
/// lose tags.
package struct LibExifTags: ~Copyable {

  private let data: UnsafeMutablePointer<ExifData>

  /// Loads an APP1 payload; nil if it is no EXIF block or libexif has no memory.
  package init?(payload: [UInt8]) {
    guard payload.starts(with: MetadataSegment.Kind.exif.identifier),
      payload.count <= MetadataSegment.longestPayload, let data = exif_data_new()
    else { return nil }
    self.data = data
    // With this option, loading adds and changes tags.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_set_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    exif_data_load_data(data, payload, UInt32(payload.count))
  }

  deinit { exif_data_unref(data) }

  /// The known tags, in the block's order, at most 512.
  package func tags() -> [ExifTagText] {
    var tags: [ExifTagText] = []
    for directory in 0..<EXIF_IFD_COUNT.rawValue {
      for entry in entries(ExifIfd(directory)).prefix(FixedLimits.Metadata.exifTags - tags.count) {
        guard let name = exif_tag_get_name_in_ifd(entry.pointee.tag, ExifIfd(directory)) else { continue }
        tags.append(
          ExifTagText(
            directory: String(cString: exif_ifd_get_name(ExifIfd(directory))), name: String(cString: name),
            value: Self.text(of: entry)))
      }
    }
    return tags
  }

  /// The value of IFD0's orientation tag, even if it is no valid orientation. Nil if IFD0 has no orientation
  /// tag of type SHORT.
  package func orientation() -> UInt16? {
    for entry in entries(EXIF_IFD_0) where entry.pointee.tag == EXIF_TAG_ORIENTATION {
      guard entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components == 1,
        entry.pointee.size >= 2, let bytes = entry.pointee.data
      else { return nil }
      return exif_get_short(bytes, exif_data_get_byte_order(data))
    }
    return nil
  }

  /// The number of tags in a directory: 0 for IFD0, then IFD1, EXIF, GPS, interoperability.
  package func count(directory: UInt32) -> Int { entries(ExifIfd(directory)).count }

  private func entries(_ directory: ExifIfd) -> [UnsafeMutablePointer<ExifEntry>] {
    let directories = data.pointee.ifd
    let content =
      switch directory {
      case EXIF_IFD_0: directories.0
      case EXIF_IFD_1: directories.1
      case EXIF_IFD_EXIF: directories.2
      case EXIF_IFD_GPS: directories.3
      default: directories.4
      }
    guard let content, let first = content.pointee.entries else { return [] }
    return UnsafeBufferPointer(start: first, count: Int(content.pointee.count)).compactMap(\.self)
  }

  private static func text(of entry: UnsafeMutablePointer<ExifEntry>) -> String {
    var buffer = [CChar](repeating: 0, count: ExifTagText.longestValue + 1)
    exif_entry_get_value(entry, &buffer, UInt32(buffer.count))
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self)
  }
}
