import ImageModel

extension HEIFHeaderReader {
  /// The header of a sequence without a still picture.
  mutating func sequenceHeader() throws(ImageError) -> PictureHeader {
    let sequence = try sequence()
    let track = sequence.pictures
    let shape = try shape(track.properties, of: track.size)
    var header = PictureHeader(
      format: try Self.format(track.coding), storedSize: shape.crop.size,
      colors: try isGrey(track.properties) ? .grey : .rgb, bits: try bits(track.properties),
      hasAlpha: try alpha(sequence) != nil, images: track.images, isAnimated: true,
      orientation: shape.orientation)
    try takeColors(track.properties, codedAt: track.sample, &header)
    return header
  }

  /// The first picture of a sequence without a still picture.
  mutating func sequencePicture() throws(ImageError) -> CodedPicture {
    let sequence = try sequence()
    let track = sequence.pictures
    let shape = try shape(track.properties, of: track.size)
    let coding = try Self.coding(track.coding)
    var picture = CodedPicture(coding: coding, color: try layer(track), crop: shape.crop)
    try Self.check(shape.coded, showing: shape.crop.size)
    picture.matrix = try matrix(track.properties)
    if let alpha = try alpha(sequence) {
      guard alpha.size == track.size, try Self.coding(alpha.coding) == coding else { throw Self.oddAlpha }
      picture.alpha = try layer(alpha)
      picture.isPremultiplied = track.references["prem"]?.contains(alpha.number) == true
    }
    return picture
  }

  /// The alpha track (ISO/IEC 23008-12, 7.5).
  private mutating func alpha(_ sequence: HEIFSequence) throws(ImageError) -> HEIFTrack? {
    for track in try sequence.auxiliaryTracks(&boxes) {
      guard let type = track.properties.first(where: { $0.type == "auxi" }) else { continue }
      var fields = try boxes.fields(type)
      try fields.skip(4)
      if Self.alphaNames.contains(fields.text()) { return track }
    }
    return nil
  }

  private mutating func layer(_ track: HEIFTrack) throws(ImageError) -> CodedPicture.Layer {
    guard track.isPlain else {
      throw .unsupported("a sequence whose track is turned or scaled is not supported")
    }
    guard track.isUniform else {
      throw .unsupported("a sequence whose frames are coded differently is not supported")
    }
    guard track.isSync else {
      throw .unsupported("a sequence whose first frame needs others is not supported")
    }
    return CodedPicture.Layer(
      tileSize: track.size, tiles: [try tile(track.sample.map { [$0] })],
      configuration: try configuration(track.properties, track.size))
  }
}
