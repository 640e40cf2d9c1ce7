import ImageModel

/// Codes of a source that can't be read, or is no supported picture.
extension Finding.Code {
  package static let ioError = Self("io_error")
  package static let sourceChanged = Self("source_changed")
  package static let emptyFile = Self("empty_file")
  package static let unsupportedFormat = Self("unsupported_format")
  package static let badHeader = Self("bad_header")
  package static let zeroSize = Self("zero_size")
  package static let componentCount = Self("component_count")
  package static let missingLibrary = Self("missing_library")
  package static let hdrTransfer = Self("hdr_transfer")
}

/// Codes of a decode or an encode that failed.
extension Finding.Code {
  package static let corrupt = Self("corrupt")
  package static let decodeFailed = Self("decode_failed")
  package static let encodeFailed = Self("encode_failed")
  package static let tooManyScans = Self("too_many_scans")
  package static let timeout = Self("timeout")
}

/// Codes of warnings about a header.
extension Finding.Code {
  package static let orientationConflict = Self("orientation_conflict")
  package static let xmpOrientationConflict = Self("xmp_orientation_conflict")
}

/// Codes of warnings about an output.
extension Finding.Code {
  package static let damaged = Self("damaged")
  package static let colorAssumed = Self("color_assumed")
  package static let exifDropped = Self("exif_dropped")
  package static let xmpDropped = Self("xmp_dropped")
  package static let iccDropped = Self("icc_dropped")
  package static let commentDropped = Self("comment_dropped")
  package static let iptcDropped = Self("iptc_dropped")
  package static let makerNotesDropped = Self("maker_notes_dropped")
  package static let gainMapDropped = Self("gain_map_dropped")
}

/// Codes of notes.
extension Finding.Code {
  package static let metadataChanged = Self("metadata_changed")
  package static let metadataDropped = Self("metadata_dropped")
}
