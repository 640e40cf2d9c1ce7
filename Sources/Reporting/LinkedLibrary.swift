import CBuild

/// The static libraries that this program was linked with.
enum LinkedLibrary {
  /// The build of a library by its name in manifests, as `debian.2+deb12u4` for the revision of Debian's package, or the
  /// first 8 digits of the SHA-256 of an archive that is in none; nil where it wasn't linked in.
  static func build(of name: String) -> String? { builds[name] }

  private static let builds = parse(String(cString: build_libraries()))

  /// The builds by name of a text of `NAME=BUILD` with spaces between.
  static func parse(_ text: String) -> [String: String] {
    let pairs = text.split(separator: " ").compactMap { entry in
      entry.firstIndex(of: "=").map { (String(entry[..<$0]), String(entry[$0...].dropFirst())) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
