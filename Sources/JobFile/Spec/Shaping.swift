import ImageModel

/// The keys of one level of a job file that shape an output's pixels and bytes.
///
/// Nil means that the level doesn't set the key. An output's key wins over the source's, and the source's
/// over the job's, each key as a whole. `format` is separate: an entry of `outputs` has its own.
package struct Shaping: Hashable, Sendable {
  package var orientation: OrientationMode?
  package var crop: Crop?
  package var resize: Resize?
  /// Sizes in place of `resize`: a level sets one of the two at most.
  package var buckets: Buckets?
  package var metadata: MetadataPolicy?
  package var background: RGBColor?
  package var color: ColorSpec?
  package var hdr: GainMapUse?
  package var tiles: Tiles?
  package var encode = EncodeOptions()

  package init() {}

  /// The keys of this level, together with those keys of the `wider` level that this level doesn't set.
  package func over(_ wider: Shaping) -> Shaping {
    var merged = self
    merged.orientation = orientation ?? wider.orientation
    merged.crop = crop ?? wider.crop
    if resize == nil && buckets == nil { (merged.resize, merged.buckets) = (wider.resize, wider.buckets) }
    merged.metadata = metadata ?? wider.metadata
    merged.background = background ?? wider.background
    merged.color = color ?? wider.color
    merged.hdr = hdr ?? wider.hdr
    merged.tiles = tiles ?? wider.tiles
    merged.encode = encode.over(wider.encode)
    return merged
  }
}
