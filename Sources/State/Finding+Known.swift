import ImageModel
import Imaging
import JobFile
import Planning
import Rendering
import Survey

extension Finding.Code {
  /// True for a code that a plan or an outcome can have in this version of upright. A journal or a manifest
  /// with another code was forged, or comes from another version.
  package var isKnown: Bool { Self.known.contains(self) }

  private static let known = Set(ofRenderers).union(ofURLs).union([
    // Sources and headers.
    notFound, unreadable, notAFile, nameNotUTF8, folderUnreadable, maxFile, maxPages, hashMismatch,
    hdrTransfer, noPreview, svgText, svgReference, archiveDamaged, memberUnsupported,
    // Plans.
    badAnnotation, badURL, spaceUnclear, badPath, collision, badCaption, noEncoder, cropOutOfBounds,
    cropEmpty, wouldEnlarge, outputTooLarge, notLossless, maxFrames, framesUnsupported, filtered,
    tooManyTiles,
    // Failures of outputs that no renderer reports.
    decoderCrash, writeFailed, stopped, exists,
    // Warnings of headers and plans.
    animated, orientationInvalid, orientationConflict, xmpOrientationConflict, spaceDoubtful, cropClipped,
    notEnlarged, systemFonts, memberLeftOut, noCaption,
    // Mask files.
    badMask,
  ])
}
