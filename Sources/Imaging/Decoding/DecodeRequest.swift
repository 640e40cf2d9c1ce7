import System
import CCodecs
import ImageModel

/// The part of a picture to decode, and how.
package struct DecodeRequest {
  /// The stored picture's size in pixels, as the plan has it.
  package var storedSize: PixelSize
  /// The page's number from 0; formats without pages have only page 0.
  package var page = 0
  /// The offset of a TIFF directory to decode in place of the page.
  package var directory: Int?
  /// The number of frames of an animation to compose; 0 for the first picture.
  package var frames = 0
  /// The format of the decoded planes; alpha isn't premultiplied.
  package var pixels: PixelFormat
  /// True if samples stay as a PNG stores them: indices of a palette or grey levels. ``pixels`` is then grey.
  package var wantsLabels = false
  /// True if the decoder shall look for an ICC profile.
  package var wantsProfile = false
  /// The scale at which the engine decodes.
  package var scale: DCTScale
  /// The rectangle to decode, in samples of the picture at `scale`.
  package var region: PixelRect<Decoded>
  /// The stored box that an engine draws. The drawing is as large as ``region``. Nil for an engine that
  /// doesn't draw.
  package var drawing: PixelRect<Stored>?
  /// True if the engine draws text with the installed fonts.
  package var usesFonts = false
  /// Nanoseconds of CLOCK_MONOTONIC after which the decode ends with `timeout`.
  package var deadline: Int64
  /// Which damage ends the decode with `corrupt`.
  package var onCorrupt: CorruptionPolicy
  /// Whether rows below the region are decoded too.
  package var verify: VerifyExtent
  /// True if only the front of a JPEG is there. It may end behind the region.
  package var isOfFront = false

  /// A request; the defaults are those of a job file.
  package init(
    storedSize: PixelSize, pixels: PixelFormat, scale: DCTScale, region: PixelRect<Decoded>, deadline: Int64,
    onCorrupt: CorruptionPolicy = .error, verify: VerifyExtent = .crop
  ) {
    self.storedSize = storedSize
    self.pixels = pixels
    self.scale = scale
    self.region = region
    self.deadline = deadline
    self.onCorrupt = onCorrupt
    self.verify = verify
  }
}

extension shim_decode_request {
  init(_ request: DecodeRequest) {
    self.init(
      width: Int32(request.storedSize.width), height: Int32(request.storedSize.height),
      page: Int32(clamping: request.page), directory: Int64(request.directory ?? 0),
      frames: Int32(clamping: request.frames),
      color: request.pixels.color.shim, has_alpha: request.pixels.hasAlpha ? 1 : 0,
      sample_bytes: Int32(request.pixels.depth.bytes), wants_labels: request.wantsLabels ? 1 : 0,
      wants_profile: request.wantsProfile ? 1 : 0,
      eighths: Int32(request.scale.eighths), x: Int32(request.region.x), y: Int32(request.region.y),
      region_width: Int32(request.region.width), region_height: Int32(request.region.height),
      box_x: Int32(request.drawing?.x ?? 0), box_y: Int32(request.drawing?.y ?? 0),
      box_width: Int32(request.drawing?.width ?? 0), box_height: Int32(request.drawing?.height ?? 0),
      uses_fonts: request.usesFonts ? 1 : 0,
      wants_rest: request.verify == .full ? 1 : 0, is_of_front: request.isOfFront ? 1 : 0,
      deadline: request.deadline, on_corrupt: request.onCorrupt.shim,
      most_scans: Int32(FixedLimits.Decode.scans),
      most_scan_pixels: Int64(FixedLimits.Decode.scanPixels))
  }
}

extension ColorModel {
  var shim: shim_color {
    switch self {
    case .grey: SHIM_GREY
    case .ycbcr: SHIM_YCBCR
    case .rgb: SHIM_RGB
    case .cmyk: SHIM_CMYK
    case .lab: SHIM_LAB
    }
  }
}

extension CorruptionPolicy {
  fileprivate var shim: shim_on_corrupt {
    switch self {
    case .warning: SHIM_FAIL_ON_WARNING
    case .error: SHIM_FAIL_ON_ERROR
    case .truncated: SHIM_FAIL_ON_TRUNCATED
    case .none: SHIM_FAIL_ON_NOTHING
    }
  }
}
