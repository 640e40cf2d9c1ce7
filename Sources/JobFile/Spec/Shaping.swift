import ImageModel

/// The keys that shape an output's pixels and bytes, as far as one level of a job file says them.
///
/// nil means that the level is silent. Output over source over job, each key whole. `format` is not here: an entry of
/// `outputs` has its own.
package struct Shaping: Hashable, Sendable {
  package var orientation: OrientationMode?
  package var crop: Crop?
  package var resize: Resize?
  package var metadata: MetadataPolicy?
  package var background: RGBColor?
  package var color: ColorSpec?
  package var encode = EncodeOptions()

  package init() {}

  /// This level where it speaks, else the `wider` one.
  package func over(_ wider: Shaping) -> Shaping {
    var merged = self
    merged.orientation = orientation ?? wider.orientation
    merged.crop = crop ?? wider.crop
    merged.resize = resize ?? wider.resize
    merged.metadata = metadata ?? wider.metadata
    merged.background = background ?? wider.background
    merged.color = color ?? wider.color
    merged.encode = encode.over(wider.encode)
    return merged
  }
}
