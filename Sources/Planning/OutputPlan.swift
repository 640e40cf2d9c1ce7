import ImageModel

/// All that is decided about one output.
package struct OutputPlan: Codable, Hashable, Sendable {
  /// The path below the output root, with `/`; nil where it can't be told.
  package var path: String?
  // Half-width storage and an order without gaps keep a plan of many images small.
  private(set) var storedDecode: Int32 = 0
  private(set) var storedBase: Int32?
  package var mode: OrientationMode
  /// The orientation that counts for this output.
  package var orientation: ExifOrientation
  package var displaySize: PixelSize?
  /// What the job asked for; nil for the full picture.
  package var cropRequested: RequestedBox?
  /// The box that the output shows, a cover's cut included.
  package var crop: PixelRect<Display>?
  /// The same box in the stored picture.
  package var storedCrop: PixelRect<Stored>?
  /// Of the decode, or of the base's content.
  package var resample: ResampleGeometry?
  /// How the resampled planes are turned.
  package var turn: ExifOrientation
  /// The size as encoded.
  package var size: PixelSize?
  /// Where the crop lies in the output.
  package var content: PixelRect<Output>?
  /// What fills a padded crop, and the canvas around the content.
  package var background: RGBColor
  /// nil where colours stay as they are, and are resampled as they are.
  package var color: ColorPlan?
  /// nil where a source's own format can't be written, or isn't known.
  package var format: OutputFormat?
  /// What it is encoded as; nil where that can't be told.
  package var pixels: PixelFormat?
  package var encode: EncodeOptions
  package var metadata: MetadataPolicy
  /// Why it can't be made.
  package var error: Finding?
  package var warnings: [Finding]

  package enum CodingKeys: String, CodingKey {
    case path
    case storedDecode = "decode"
    case storedBase = "resampled_from"
    case mode = "orientation_mode"
    case orientation
    case displaySize = "display_size"
    case cropRequested = "crop_requested"
    case crop
    case storedCrop = "stored_crop"
    case resample, turn, size, content, background, color, format, pixels, encode, metadata, error, warnings
  }

  /// How its content is held, of a decode of `pixels`; nil where there is none.
  package func working(_ pixels: PixelFormat) -> WorkingPixels? {
    resample.map { WorkingPixels(pixels, $0, linear: color?.isLinear ?? false) }
  }

  /// True where colours of a decode of `pixels` are converted by profiles, or may be.
  package func mayConvert(_ pixels: PixelFormat) -> Bool {
    pixels.color == .cmyk || (color.map { $0.target != .keep } ?? false)
  }

  /// The resample of its content from decoded samples that lie on `grid`; nil where there is none.
  package func resample(on grid: DecodeGrid) -> ResampleGeometry? {
    guard var geometry = resample, let crop = storedCrop else { return nil }
    geometry.samples = grid.samples(crop)
    geometry.region = grid.region(crop, within: geometry.samples)
    return geometry
  }

  /// The place of its decode in ``ImagePlan/decodes``.
  package var decode: Int {
    get { Int(storedDecode) }
    set { storedDecode = Int32(clamping: newValue) }
  }

  /// The place of a larger output of the same decode in ``ImagePlan/outputs`` whose content this one is resampled from;
  /// nil where it is resampled from the decode itself.
  package var base: Int? {
    get { storedBase.map { Int($0) } }
    set { storedBase = newValue.map { Int32(clamping: $0) } }
  }
}
