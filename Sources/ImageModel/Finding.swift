/// A fact about a source or an output that the user should know: why it failed, or a warning.
package struct Finding: Error, Hashable, Sendable, Codable {
  /// The kind of fact, stable over versions.
  package var code: Code
  /// One plain sentence: what, where, and if useful what to do.
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
    // A source that is no supported picture.
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
    /// A warning if loss is allowed.
    case notLossless = "not_lossless"
    case missingLibrary = "missing_library"
    case hdrTransfer = "hdr_transfer"
    case badAnnotation = "bad_annotation"
    case spaceUnclear = "space_unclear"
    // Trouble while an output is made.
    case corrupt
    case decodeFailed = "decode_failed"
    case decoderCrash = "decoder_crash"
    case encodeFailed = "encode_failed"
    case maxBytes = "max_bytes"
    case writeFailed = "write_failed"
    case stopped
    case exists
    // A worker's input item that is invalid.
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

    /// True for a fact that stands only in the manifest, because the job asked for it.
    package var isNote: Bool { Self.notes.contains(self) }

    private static let notes: Set = [decodedByLibjpeg, metadataChanged, metadataDropped, qualityFound]
  }
}
