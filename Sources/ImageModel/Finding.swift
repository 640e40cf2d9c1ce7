/// Something that a user should know about a source or an output: why it failed, or a warning.
package struct Finding: Error, Hashable, Sendable, Codable {
  /// What it is, stable over versions.
  package var code: Code
  /// One plain sentence that says what, where and, where it helps, what to do.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension Finding {
  /// The stable names of findings, as manifests hold them.
  package enum Code: String, Codable, Sendable, CaseIterable {
    // A source that can't be read.
    case notFound = "not_found"
    case unreadable
    case ioError = "io_error"
    case notAFile = "not_a_file"
    case sourceChanged = "source_changed"
    case nameNotUTF8 = "name_not_utf8"
    case folderUnreadable = "folder_unreadable"
    // A source that isn't a picture we take.
    case emptyFile = "empty_file"
    case unsupportedFormat = "unsupported_format"
    case badHeader = "bad_header"
    case zeroSize = "zero_size"
    case twoComponents = "two_components"
    case componentCount = "component_count"
    case arithmeticCoded = "arithmetic_coded"
    case twelveBit = "twelve_bit"
    case lossless
    case lab
    case sampleFormat = "sample_format"
    case hierarchical
    // A limit.
    case maxFile = "max_file"
    case maxPixels = "max_pixels"
    case maxPages = "max_pages"
    case tooManyScans = "too_many_scans"
    case timeout
    case memory
    // A plan that can't be made.
    case cropOutOfBounds = "crop_out_of_bounds"
    case cropEmpty = "crop_empty"
    case wouldEnlarge = "would_enlarge"
    case outputTooLarge = "output_too_large"
    case badPath = "bad_path"
    case collision
    case noEncoder = "no_encoder"
    /// Where loss is allowed a warning.
    case notLossless = "not_lossless"
    case missingLibrary = "missing_library"
    case hdrTransfer = "hdr_transfer"
    case badAnnotation = "bad_annotation"
    case spaceUnclear = "space_unclear"
    // Trouble while it is made.
    case corrupt
    case decodeFailed = "decode_failed"
    case decoderCrash = "decoder_crash"
    case encodeFailed = "encode_failed"
    case maxBytes = "max_bytes"
    case writeFailed = "write_failed"
    case stopped
    case exists
    // An item of a worker that is none.
    case badItem = "bad_item"
    // Warnings.
    case spaceDoubtful = "space_doubtful"
    case orientationInvalid = "orientation_invalid"
    case orientationConflict = "orientation_conflict"
    case xmpOrientationConflict = "xmp_orientation_conflict"
    case cropClipped = "crop_clipped"
    case notEnlarged = "not_enlarged"
    case damaged
    case colorAssumed = "color_assumed"
    case dithered
    case animated
    case exifDropped = "exif_dropped"
    case xmpDropped = "xmp_dropped"
    case iccDropped = "icc_dropped"
    case commentDropped = "comment_dropped"
    case iptcDropped = "iptc_dropped"
    case makerNotesDropped = "maker_notes_dropped"
    case gainMapDropped = "gain_map_dropped"
    // Notes; see ``isNote``.
    case decodedByLibjpeg = "decoded_by_libjpeg"
    case metadataChanged = "metadata_changed"
    case metadataDropped = "metadata_dropped"
    case qualityFound = "quality_found"

    /// True for what is said in the manifest alone, since it is as the job wants it.
    package var isNote: Bool { Self.notes.contains(self) }

    private static let notes: Set = [decodedByLibjpeg, metadataChanged, metadataDropped, qualityFound]
  }
}
