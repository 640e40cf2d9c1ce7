extension Finding.Code {
  /// What a renderer says with a code. It sees one picture's bytes, and knows nothing of names, places and other pictures.
  package enum RendererUse: Hashable, Sendable {
    /// Why an output failed.
    case failure
    /// A warning or note beside an output.
    case remark
    /// Nothing: the code is for those who plan, open and put in place.
    case none
  }

  /// What a renderer may use the code for.
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
