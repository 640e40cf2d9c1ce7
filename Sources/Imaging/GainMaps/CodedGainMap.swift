import ImageModel

/// A gain map as a picture in an AVIF (ISO/IEC 23008-12, amendment 1).
package struct CodedGainMap: ~Copyable {
  /// The encoder that has made a file of the map alone; the AVIF takes the coded picture from it.
  let encoder: PictureEncoder
  /// The map's metadata (ISO 21496-1).
  let block: [UInt8]

  /// Encodes the planes of a map, in the format `pixels`, as `options` say. `profile` are the segments of the
  /// alternate rendition's profile.
  ///
  /// Throws `encode_failed`, `memory`, `timeout`.
  package init(
    _ planes: [Channel], _ pixels: PixelFormat, options: EncodeOptions, _ metadata: GainMapMetadata,
    profile: [KeptMetadata.Segment], deadline: Int64
  ) throws(ImageError) {
    let encoder = try PictureEncoder(.avif, deadline: deadline) { _ in }
    try encoder.encode(planes, pixels, options: options, metadata: KeptMetadata(profile))
    self.encoder = encoder
    block = metadata.iso
  }
}
