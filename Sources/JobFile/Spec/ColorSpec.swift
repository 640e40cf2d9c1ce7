import ImageModel

/// `color` as a job file says it: the target may be a file, which isn't looked up.
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

  /// True where Little CMS is needed whatever the sources are.
  package var converts: Bool { profile != .target(.keep) }
}

extension JobSpec {
  /// What is said of `color`, by the job and by outputs.
  package var colors: [ColorSpec] { ([shaping] + outputs.map(\.shaping)).compactMap(\.color) }
}
