import CBuild

/// The static libraries that this program was linked with.
enum LinkedLibrary {
  /// The build of the library that manifests call `name`; nil if the library wasn't linked in.
  ///
  /// If the archive comes from a Debian package, the build is the package's revision, such as
  /// `debian.2+deb12u4`. For an archive without a package, it is the first 8 digits of the archive's SHA-256.
  static func build(of name: String) -> String? { builds[name] }

  private static let builds = parse(String(cString: build_libraries()))

  /// Parses a text of `NAME=BUILD` with spaces between.
  static func parse(_ text: String) -> [String: String] {
    let pairs = text.split(separator: " ").compactMap { entry in
      entry.firstIndex(of: "=").map { (String(entry[..<$0]), String(entry[$0...].dropFirst())) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
