/// The resize that a job file asks for. It changes a crop to the size of an output.
package struct Resize: Hashable, Sendable {
  /// The size that the job file asks for.
  package enum Target: Hashable, Sendable {
    /// The crop's own size (IIIF `max`).
    case max
    /// Width and height in pixels, 1...65500. At least one is given; a missing one keeps the aspect ratio.
    case pixels(width: Int?, height: Int?)
    /// Per cent of the crop on both axes (IIIF `pct:n`), above 0.
    case percent(Double)
  }

  /// How the crop fits a target with width and height. The library sharp has the same choices.
  package enum Fit: String, Codable, Sendable, CaseIterable {
    /// The largest size that fits inside the target.
    case inside
    /// The smallest size that covers the target.
    case outside
    /// The picture fills the target. What doesn't fit is cut off; the anchor says which part stays.
    case cover
    /// The same size as `inside`, on a canvas of the target's size.
    case contain
    /// The output has exactly the target's sides. The aspect ratio may change.
    case fill
    /// Like `contain` in the middle of the canvas, with the rounding of Ultralytics' `LetterBox`.
    case letterbox

    /// True if an output has the target's size wherever the picture may be enlarged, and ``Resize/stride`` is nil.
    package var promisesSize: Bool {
      switch self {
      case .inside, .outside: false
      case .cover, .contain, .fill, .letterbox: true
      }
    }
  }

  /// What happens when the target is larger than the crop.
  package enum Enlarge: String, Codable, Sendable, CaseIterable {
    /// The picture isn't enlarged, and the row gets a warning.
    case never = "false"
    case always = "true"
    /// The row fails.
    case error
    /// The picture isn't enlarged, and lies on a canvas of the target's size. Only for a target with width and
    /// height, and for a fit that promises a size (``Fit/promisesSize``).
    case pad
  }

  package var target: Target
  package var fit: Fit
  /// The anchor says which part `cover` keeps, and where the picture lies on a larger canvas. On a canvas, a focus
  /// counts as the centre.
  package var anchor: Anchor
  package var filter: ResampleFilter
  package var enlarge: Enlarge
  /// Only for `letterbox`: both sides of the canvas are the least multiples of this number that hold the content. The
  /// target's sides are multiples too. Nil for a canvas of the target's size.
  package var stride: Int?
  /// The size in IIIF notation, as the job file has it; nil for a mapping.
  package var notation: String?

  /// A resize; the defaults are those of a job file.
  package init(
    _ target: Target, fit: Fit = .inside, anchor: Anchor = .gravity(.center),
    filter: ResampleFilter = .lanczos3, enlarge: Enlarge = .never
  ) {
    self.target = target
    self.fit = fit
    self.anchor = anchor
    self.filter = filter
    self.enlarge = enlarge
  }

  /// The value of the key `resize` as a job file has it: the IIIF notation, or a mapping of the keys that give the
  /// size.
  package var written: String {
    if let notation { return "\"\(notation)\"" }
    var keys: [String] = []
    if case .pixels(let width, let height) = target {
      keys += [width.map { "width: \($0)" }, height.map { "height: \($0)" }].compactMap(\.self)
    }
    if fit != .inside { keys.append("fit: \(fit.rawValue)") }
    if let stride { keys.append("stride: \(stride)") }
    return "{\(keys.joined(separator: ", "))}"
  }
}

/// The kernel of a resample, by its usual name.
package enum ResampleFilter: String, Codable, Sendable, CaseIterable {
  case lanczos3
  /// Catmull-Rom: b = 0, c = 1/2.
  case bicubic
  /// Mitchell-Netravali: b = c = 1/3.
  case mitchell
  case bilinear
  case spline36
  /// Nearest neighbour, from pixels of the full-size picture.
  case point
}

extension ResampleFilter {
  /// Half the kernel's length in samples of the coarser grid.
  package var support: Int {
    switch self {
    case .lanczos3, .spline36: 3
    case .bicubic, .mitchell: 2
    case .bilinear: 1
    case .point: 0
    }
  }
}
