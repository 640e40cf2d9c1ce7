import ImageModel

/// Codes of findings about a source, a decode or an output.
extension Finding.Code {
  // A source that can't be read, or is no supported picture.
  package static let ioError = Self("io_error")
  package static let sourceChanged = Self("source_changed")
  package static let emptyFile = Self("empty_file")
  package static let unsupportedFormat = Self("unsupported_format")
  package static let badHeader = Self("bad_header")
  package static let zeroSize = Self("zero_size")
  package static let componentCount = Self("component_count")
  package static let missingLibrary = Self("missing_library")
  package static let hdrTransfer = Self("hdr_transfer")

  // A decode or an encode that failed.
  package static let corrupt = Self("corrupt")
  package static let decodeFailed = Self("decode_failed")
  package static let encodeFailed = Self("encode_failed")
  package static let tooManyScans = Self("too_many_scans")
  package static let timeout = Self("timeout")

  // Warnings about a header.
  package static let orientationConflict = Self("orientation_conflict")
  package static let xmpOrientationConflict = Self("xmp_orientation_conflict")

  // Warnings about an output.
  package static let damaged = Self("damaged")
  package static let colorAssumed = Self("color_assumed")
  package static let exifDropped = Self("exif_dropped")
  package static let xmpDropped = Self("xmp_dropped")
  package static let iccDropped = Self("icc_dropped")
  package static let commentDropped = Self("comment_dropped")
  package static let iptcDropped = Self("iptc_dropped")
  package static let makerNotesDropped = Self("maker_notes_dropped")

  // Notes.
  package static let metadataChanged = Self("metadata_changed")
  package static let metadataDropped = Self("metadata_dropped")
  package static let samplesClipped = Self("samples_clipped")
}

extension Finding {
  /// The note that `count` samples lay out of range.
  package static func samplesClipped(_ count: Int) -> Finding {
    Finding(
      .samplesClipped,
      "\(count) \(count == 1 ? "sample was" : "samples were") darker than black or brighter than white")
  }
}
