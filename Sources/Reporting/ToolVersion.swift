import CBuild

/// The tool's version in manifests.
package enum ToolVersion {
  /// The tool's name.
  static let tool = "upright"
  /// The number of this release. Between releases, it is the number of the next release with `-dev`.
  private static let release = "0.3.0-dev"
  /// The first 12 digits of the commit that was built, with `.dirty` where files differed from it. Nil where it
  /// isn't known.
  static let commit: String? = {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? nil : commit
  }()
  /// This version, by semantic versioning. Between releases, it includes the commit that was built, if the
  /// commit is known.
  package static let number = number(release: release, commit: commit)
  /// The tool and its version, as manifests write them.
  package static let name = "\(tool) \(number)"

  static func number(release: String, commit: String?) -> String {
    guard let commit, release.hasSuffix("-dev") else { return release }
    return "\(release)+\(commit)"
  }
}
