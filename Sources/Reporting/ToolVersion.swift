import CBuild

/// The tool's version in manifests.
package enum ToolVersion {
  /// This release; between releases the next one with `-dev`.
  private static let release = "0.2.0-dev"
  /// This version, by semantic versioning. Between releases it has the commit that was built, if that is
  /// known.
  package static let number = number(release: release, commit: String(cString: build_commit()))
  /// The tool and its version, as manifests write them.
  package static let name = "upright " + number

  static func number(release: String, commit: String) -> String {
    release.hasSuffix("-dev") && !commit.isEmpty ? "\(release)+\(commit)" : release
  }
}
