import CBuild

/// The tool's version in manifests.
package enum ToolVersion {
  /// The number of this release. Between releases, it is the number of the next release with `-dev`.
  private static let release = "0.2.0-dev"
  /// This version, by semantic versioning. Between releases, it includes the commit that was built, if the
  /// commit is known.
  package static let number = number(release: release, commit: String(cString: build_commit()))
  /// The tool and its version, as manifests write them.
  package static let name = "upright " + number

  static func number(release: String, commit: String) -> String {
    release.hasSuffix("-dev") && !commit.isEmpty ? "\(release)+\(commit)" : release
  }
}
