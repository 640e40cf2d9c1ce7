import ImageModel
import JobFile

/// All decisions about one output.
package struct OutputPlan: Codable, Hashable, Sendable {
  /// The path below the output root, with `/`; nil if it is unknown. In place of a hash of the output's bytes, it has a
  /// variable: ``path(ofBytes:)`` gives the real path.
  package var path: String?
  // A plan may have many outputs. Integers of 32 bits, values in memory of their own and an order with few gaps
  // keep it small.
  private(set) var storedDecode: Int32 = 0
  private(set) var storedBase: Int32?
  private(set) var storedEntry: UInt8?
  private(set) var storedFrames: Int32?
  package var mode: OrientationMode
  /// The orientation that this output assumes for the stored picture.
  package var orientation: ExifOrientation
  package var displaySize: PixelSize?
  /// ``GainMapUse/keep`` or ``GainMapUse/require`` if the output keeps the source's gain map; nil if it doesn't.
  package var gainMap: GainMapUse?
  /// The output's format. Nil if the output takes the source's format, and that format is unknown or can't be
  /// written. Nil too if the output is no file (``isSamples``).
  package var format: OutputFormat?
  /// The crop that the job asks for; nil for the full picture.
  package var cropRequested: RequestedBox?
  /// The encoded pixel format; nil if it is unknown.
  package var pixels: PixelFormat?
  /// The box that the output shows. If the resize mode `cover` cuts the crop, this is the box after the cut.
  package var crop: PixelRect<Display>?
  /// The box in the stored picture.
  package var storedCrop: PixelRect<Stored>?
  /// The size of the encoded picture.
  package var size: PixelSize?
  /// The resample of the content: from the decode, or from the content of the output ``base``.
  package var resample: ResampleGeometry?
  /// The turn of the resampled planes.
  package var turn: ExifOrientation
  /// The place of the crop in the output.
  package var content: PixelRect<Output>?
  /// The colour for a padded crop and for the canvas around the content.
  package var background: RGBColor
  /// The conversion of colours; nil if they are neither converted nor resampled in linear light.
  @Rare package var color: ColorPlan? = nil
  /// The output's place in a picture that is cut into tiles; nil for any other picture.
  @Rare package var tile: TilePlace? = nil
  /// Says that the output shows the source's mask file; nil for an output that shows the picture.
  @Rare package var mask: MaskCut? = nil
  @Boxed package var encode: EncodeOptions
  @Boxed package var metadata: MetadataPolicy
  /// Why the output can't be made.
  @Rare package var error: Finding?
  package var warnings: [Finding]

  package enum CodingKeys: String, CodingKey {
    case path
    case storedDecode = "decode"
    case storedBase = "resampled_from"
    case storedEntry = "variant"
    case storedFrames = "frames"
    case mode = "orientation_mode"
    case orientation
    case displaySize = "display_size"
    case cropRequested = "crop_requested"
    case crop
    case storedCrop = "stored_crop"
    case resample, turn, size, content, background, color
    case gainMap = "gain_map"
    case tile, mask, format, pixels, encode, metadata, error, warnings
  }

  /// True if the output is no file, but the samples alone: row by row from the top, all samples of a pixel side by side.
  package var isSamples: Bool { format == nil && pixels != nil }

  /// True if only the bytes of the output tell its path: the path has a hash of them.
  package var namesContent: Bool { path.map(OutputPath.namesContent) == true }

  /// The output's path. `sha256` is the hash of the output's bytes in hexadecimal, which some paths need. Without the
  /// hash, such a path is that of the plan.
  package func path(ofBytes sha256: String?) -> String? { path.map { OutputPath.named($0, by: sha256) } }

  /// The format in which the content is resampled. `pixels` is the decode's pixel format. Nil if no resample
  /// is planned.
  package func working(_ pixels: PixelFormat) -> WorkingPixels? {
    resample.map { WorkingPixels(pixels, $0, linear: color?.isLinear ?? false) }
  }

  /// True if ICC profiles may convert the output's colours when the decode's pixel format is `pixels`.
  package func mayConvert(_ pixels: PixelFormat) -> Bool {
    pixels.color.isAlwaysConverted || (color.map { $0.target != .keep } ?? false)
  }

  /// The resample from decoded samples on `grid`; nil if there is none.
  package func resample(on grid: DecodeGrid) -> ResampleGeometry? {
    guard var geometry = resample, let crop = storedCrop else { return nil }
    geometry.samples = grid.samples(crop)
    geometry.region = grid.region(crop, within: geometry.samples)
    return geometry
  }

  /// Lets the output share memory with outputs that have equal values.
  mutating func share(_ values: inout SharedValues) {
    values.colors.share(&_color)
    values.encodes.share(&_encode)
    values.policies.share(&_metadata)
    values.warnings.share(&warnings)
  }

  /// The index of this output's decode in ``ImagePlan/decodes``.
  package var decode: Int {
    get { Int(storedDecode) }
    set { storedDecode = Int32(clamping: newValue) }
  }

  /// The index of the output's entry in the job's outputs, 0...255. Nil if the output's place in its image tells it.
  package var entry: Int? {
    get { storedEntry.map { Int($0) } }
    set { storedEntry = newValue.map { UInt8(clamping: $0) } }
  }

  /// The number of frames of an output that is an animation; nil for one picture.
  package var frames: Int? {
    get { storedFrames.map { Int($0) } }
    set { storedFrames = newValue.map { Int32(clamping: $0) } }
  }

  /// The index in ``ImagePlan/outputs`` of the larger output from which this output is resampled. Both
  /// outputs share a decode. Nil if this output is resampled from the decode itself.
  package var base: Int? {
    get { storedBase.map { Int($0) } }
    set { storedBase = newValue.map { Int32(clamping: $0) } }
  }
}
