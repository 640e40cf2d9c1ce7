import ImageModel

/// The finding codes that say why a source can't be planned.
extension Finding.Code {
  package static let notFound = Self("not_found")
  package static let folderUnreadable = Self("folder_unreadable")
  package static let maxFile = Self("max_file")
  package static let noPreview = Self("no_preview")
  package static let svgText = Self("svg_text")
  package static let badAnnotation = Self("bad_annotation")
  package static let badURL = Self("bad_url")
  package static let spaceUnclear = Self("space_unclear")
}

/// The finding codes that say why an output can't be planned.
extension Finding.Code {
  package static let cropOutOfBounds = Self("crop_out_of_bounds")
  package static let cropEmpty = Self("crop_empty")
  package static let wouldEnlarge = Self("would_enlarge")
  package static let outputTooLarge = Self("output_too_large")
  package static let collision = Self("collision")
  package static let noEncoder = Self("no_encoder")
  package static let notLossless = Self("not_lossless")
  package static let maxFrames = Self("max_frames")
  package static let framesUnsupported = Self("frames_unsupported")
  package static let tooManyTiles = Self("too_many_tiles")
}

/// Codes of warnings.
extension Finding.Code {
  package static let spaceDoubtful = Self("space_doubtful")
  package static let cropClipped = Self("crop_clipped")
  package static let notEnlarged = Self("not_enlarged")
  package static let memberLeftOut = Self("member_left_out")
}
