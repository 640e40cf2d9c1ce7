import CBuild

/// What made a manifest.
package enum ToolVersion {
  /// The release, or the next one with `-dev`.
  private static let release = "0.2.0-dev"
  /// This version, by semantic versioning: between releases with the commit that was built, where that is known.
  package static let number = number(release: release, commit: String(cString: build_commit()))
  /// As manifests name it.
  package static let name = "upright " + number

  static func number(release: String, commit: String) -> String {
    release.hasSuffix("-dev") && !commit.isEmpty ? "\(release)+\(commit)" : release
  }
}
