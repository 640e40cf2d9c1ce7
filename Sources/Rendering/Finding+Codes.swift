import ImageModel
import Imaging

/// Codes of an output that isn't made.
extension Finding.Code {
  package static let maxBytes = Self("max_bytes")
  package static let writeFailed = Self("write_failed")
  package static let decoderCrash = Self("decoder_crash")
}

/// Codes of warnings and notes.
extension Finding.Code {
  package static let dithered = Self("dithered")
  package static let decodedByLibjpeg = Self("decoded_by_libjpeg")
  package static let qualityFound = Self("quality_found")
}

extension Finding.Code {
  /// True for a note: a fact that only the manifest tells, because the job asked for it.
  package var isNote: Bool { Self.notes.contains(self) }

  private static let notes: Set = [decodedByLibjpeg, metadataChanged, metadataDropped, qualityFound]

  /// The codes of failures that a renderer can find. A renderer sees the bytes of one picture, and knows no
  /// names, paths or other pictures.
  package static let rendererFailures = [
    ioError, sourceChanged, emptyFile, unsupportedFormat, badHeader, zeroSize, twoComponents, componentCount,
    arithmeticCoded, twelveBit, lossless, lab, sampleFormat, hierarchical, maxPixels, tooManyScans, timeout,
    memory, missingLibrary, corrupt, decodeFailed, encodeFailed, maxBytes,
  ]

  /// The codes of warnings and notes that a renderer can give for an output.
  package static let rendererRemarks = [
    damaged, colorAssumed, dithered, exifDropped, xmpDropped, iccDropped, commentDropped, iptcDropped,
    makerNotesDropped, gainMapDropped, decodedByLibjpeg, metadataChanged, metadataDropped, qualityFound,
  ]

  /// All codes of a renderer. A worker process names a code by its place here.
  package static let ofRenderers = rendererFailures + rendererRemarks
}
