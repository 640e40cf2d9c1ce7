import ImageModel

/// How an output's colours are made from the source's colours, and the profile that describes the output's
/// colours.
package struct OutputColor {
  /// The conversion; nil if samples stay as they are.
  package private(set) var transform: ColorTransform?
  /// True if samples are converted, even after the conversion is freed.
  package private(set) var converts = false
  /// The profile that replaces the source's profile; nil if the source's profile stays.
  package private(set) var profile: [UInt8]?
  /// False if samples are read as sRGB or ideal ink, because the source has no usable profile.
  package private(set) var isOfSource = true
  /// Warnings: `icc_dropped`, `color_assumed`.
  package private(set) var findings: [Finding] = []

  /// Frees the conversion; only the profile is needed afterwards.
  package mutating func endConversion() { transform = nil }

  /// Prepares the conversion of pixels in the form `working`. `own` is the source's profile, `plan` names the
  /// target, and `depth` is the output's depth.
  ///
  /// Pixels without a usable profile count as sRGB. CMYK pixels without one count as ideal ink, which absorbs
  /// light in proportion to its amount. L*a*b* pixels need no profile.
  ///
  /// Throws `missing_library` and `memory`.
  package init(
    _ working: WorkingPixels, profile own: SourceProfile, plan: ColorPlan, depth: SampleDepth
  ) throws(ImageError) {
    guard plan.target != .keep || working.color.isAlwaysConverted else { return }
    defer { converts = self.transform != nil }
    if let absence = OptionalLibrary.lcms2.absence { throw ImageError(absence) }
    let target: ColorModel = working.color == .grey ? .grey : .rgb
    let wanted = plan.target.profile(grey: target == .grey)
    profile = wanted
    let source: ColorModel = working.color == .ycbcr ? .rgb : working.color
    func transform(from: [UInt8]) -> ColorTransform? {
      ColorTransform(
        source, in: from, to: target, in: wanted, intent: plan.intent,
        depth: depth == .sixteen ? .sixteen : working.depth)
    }
    if source == .lab {
      self.transform = transform(from: ColorTransform.lab)
      if self.transform == nil { throw ImageError(.noMemory) }
      return
    }
    if case .whole(let own) = own {
      if own == wanted { return }
      self.transform = transform(from: own)
      if self.transform != nil { return }
    }
    isOfSource = false
    if own != .none {
      findings.append(
        Finding(.iccDropped, "the ICC profile can't be used: it is broken, or not one for its picture"))
    }
    if working.color == .cmyk {
      findings.append(Finding(.colorAssumed, "CMYK without a profile: ink is taken to be ideal"))
    } else {
      let assumed = ColorTarget.srgb.profile(grey: target == .grey)
      if assumed != wanted { self.transform = transform(from: assumed) }
    }
  }
}

extension ColorTarget {
  /// The target's profile. If `grey` is true, the profile is a grey profile, unless the target is an ICC
  /// profile from a file.
  fileprivate func profile(grey: Bool) -> [UInt8] {
    switch self {
    case .profile(let bytes): bytes
    case .displayP3 where !grey: BuiltInProfile.displayP3.bytes
    default: (grey ? BuiltInProfile.grey : .srgb).bytes
    }
  }
}
