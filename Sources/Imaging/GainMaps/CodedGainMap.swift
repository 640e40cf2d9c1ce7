import ImageModel

/// A gain map as a picture in an AVIF (ISO/IEC 23008-12, amendment 1).
package struct CodedGainMap: ~Copyable {
  /// The encoder that has made a file of the map alone; the AVIF takes the coded picture from it.
  let encoder: PictureEncoder
  let metadata: GainMapMetadata

  /// Encodes the planes of the map `found`, in the format `pixels`, as `options` say.
  ///
  /// Throws `encode_failed`, `memory`, `timeout`.
  package init(
    _ planes: [Channel], _ pixels: PixelFormat, of found: FoundGainMap, options: EncodeOptions,
    deadline: Int64
  ) throws(ImageError) {
    let encoder = try PictureEncoder(.avif, deadline: deadline) { _ in }
    var colors = KeptMetadata(found.profile)
    colors.colorNumbers = found.primaries.map { ColorCoding.Numbers(primaries: $0, transfer: 13) }
    try encoder.encode(planes, pixels, options: options, metadata: colors)
    self.encoder = encoder
    metadata = found.metadata
  }
}
