import ImageModel

/// The value of `color` in a job file. The target may be a file, which isn't opened here.
package struct ColorSpec: Hashable, Sendable {
  package enum Profile: Hashable, Sendable {
    case target(ColorTarget)
    /// An ICC profile; relative to the base folder.
    case file(Located<String>)
  }

  package var profile: Profile
  package var intent: ColorIntent
  package var isLinear: Bool

  package init(_ profile: Profile = .target(.keep), intent: ColorIntent = .relative, isLinear: Bool = false) {
    self.profile = profile
    self.intent = intent
    self.isLinear = isLinear
  }

  /// True if the job asks for a conversion of colours, which needs Little CMS.
  package var converts: Bool { profile != .target(.keep) }
}

extension JobSpec {
  /// The values of `color` in the job and its outputs.
  package var colors: [ColorSpec] { ([shaping] + outputs.map(\.shaping)).compactMap(\.color) }
}
