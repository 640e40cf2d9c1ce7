/// A fact about a source or an output that the user should know: why it failed, or a warning.
package struct Finding: Hashable, Sendable, Codable {
  /// The kind of fact, stable over versions.
  package var code: Code
  /// One plain sentence: what, where, and if useful what to do.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension Finding {
  /// The stable name of a kind of fact, as manifests hold it.
  ///
  /// The first module that finds a fact declares the fact's code. `docs/manifest.md` lists all codes.
  package struct Code: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(_ name: StaticString) { rawValue = name.description }

    /// The code whose name is `rawValue`, a text from a file. Nil if this text can't be the name of a code.
    package init?(rawValue: String) {
      let isName = rawValue.utf8.allSatisfy { byte in
        switch Character(UnicodeScalar(byte)) {
        case "a"..."z", "0"..."9", "_": true
        default: false
        }
      }
      guard isName, 1...40 ~= rawValue.utf8.count else { return nil }
      self.rawValue = rawValue
    }
  }
}

/// Codes of facts that several modules find. These modules don't import each other, but all import this one.
extension Finding.Code {
  package static let memory = Self("memory")
  package static let maxPixels = Self("max_pixels")
  package static let animated = Self("animated")
  package static let systemFonts = Self("system_fonts")
  package static let orientationInvalid = Self("orientation_invalid")
  package static let gainMapDropped = Self("gain_map_dropped")
  package static let noGainMap = Self("no_gain_map")
  package static let filtered = Self("filtered")
  package static let badMask = Self("bad_mask")
}

extension Finding {
  /// True if the job leaves the picture out by its key `where`. That is no failure.
  package var isFiltered: Bool { code == .filtered }
}

/// Why an image, or one of its outputs, can't be made.
package struct ImageError: Error, Hashable, Sendable {
  /// The reason, for the manifest.
  package let finding: Finding

  package init(_ finding: Finding) { self.finding = finding }

  package init(_ code: Finding.Code, _ message: String) { finding = Finding(code, message) }
}
