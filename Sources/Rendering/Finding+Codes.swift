import ImageModel
import Imaging
import Planning

/// The finding codes that say why an output isn't made.
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
  package static let gainMapKept = Self("gain_map_kept")
  package static let placeholder = Self("placeholder")
}

extension Finding {
  /// The note that an output keeps its source's gain map, as a map of size `size`.
  package static func gainMapKept(_ map: EmbeddedGainMap, _ size: PixelSize) -> Finding {
    Finding(.gainMapKept, map.text(size))
  }
}

extension Finding.Code {
  /// True for a note: a fact that is no fault, because the job wants the output like this. Notes stand
  /// only in the manifest.
  package var isNote: Bool { Self.notes.contains(self) }

  private static let notes: Set = [
    decodedByLibjpeg, metadataChanged, metadataDropped, qualityFound, gainMapKept, samplesClipped,
    placeholder,
  ]

  /// The codes of failures that a renderer can find. A renderer sees the bytes of one picture, and knows no
  /// names, paths or other pictures.
  package static let rendererFailures = [
    ioError, sourceChanged, emptyFile, unsupportedFormat, badHeader, zeroSize, twoComponents, componentCount,
    arithmeticCoded, twelveBit, lossless, lab, sampleFormat, hierarchical, rawUnsupported, maxPixels,
    tooManyScans,
    timeout,
    memory, missingLibrary, corrupt, decodeFailed, encodeFailed, maxBytes, noGainMap,
  ]

  /// The codes of warnings and notes that a renderer can give for an output.
  package static let rendererRemarks = [
    damaged, colorAssumed, dithered, exifDropped, xmpDropped, iccDropped, commentDropped, iptcDropped,
    makerNotesDropped, gainMapDropped, decodedByLibjpeg, metadataChanged, metadataDropped, qualityFound,
    gainMapKept, samplesClipped, placeholder,
  ]

  /// All codes that a renderer can give. A worker process sends a code as its index in this list.
  package static let ofRenderers = rendererFailures + rendererRemarks
}
