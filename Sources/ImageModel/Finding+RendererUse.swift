extension Finding.Code {
  /// How a renderer may use a code. A renderer sees the bytes of one picture, and knows no names, paths or
  /// other pictures.
  package enum RendererUse: Hashable, Sendable {
    /// The reason why an output failed.
    case failure
    /// A warning or note beside an output.
    case remark
    /// Not at all: the code is for planning, opening and placing files.
    case none
  }

  package var rendererUse: RendererUse {
    switch self {
    case .ioError, .sourceChanged, .emptyFile, .unsupportedFormat, .badHeader, .zeroSize, .twoComponents,
      .componentCount, .arithmeticCoded, .twelveBit, .lossless, .lab, .sampleFormat, .hierarchical,
      .maxPixels, .tooManyScans, .timeout, .memory, .missingLibrary, .corrupt, .decodeFailed,
      .encodeFailed, .maxBytes:
      .failure
    case .damaged, .colorAssumed, .dithered, .exifDropped, .xmpDropped, .iccDropped, .commentDropped,
      .iptcDropped, .makerNotesDropped, .gainMapDropped, .decodedByLibjpeg, .metadataChanged,
      .metadataDropped, .qualityFound:
      .remark
    case .notFound, .unreadable, .notAFile, .folderUnreadable, .nameNotUTF8, .maxFile, .maxPages,
      .cropOutOfBounds,
      .cropEmpty, .wouldEnlarge, .outputTooLarge, .badPath, .collision, .noEncoder, .notLossless,
      .hdrTransfer, .badAnnotation, .spaceUnclear, .decoderCrash, .writeFailed, .stopped, .exists, .badItem,
      .spaceDoubtful, .orientationInvalid, .orientationConflict, .xmpOrientationConflict, .cropClipped,
      .notEnlarged, .animated:
      .none
    }
  }
}
