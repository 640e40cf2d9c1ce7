import Foundation

/// The codes of findings, as the sources declare them.
package enum DeclaredCodes {
  /// The names that the `rooms` declare, sorted; of all rooms if none is given.
  package static func names(_ rooms: String...) throws -> [String] {
    let sources = "\(PackageRoot.path)/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { file in
      file.hasSuffix(".swift") && (rooms.isEmpty || rooms.contains { file.hasPrefix($0 + "/") })
    }
    return try files.flatMap { file in
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      return text.matches(of: /extension Finding\.Code \{.*?\n\}/.dotMatchesNewlines()).flatMap { part in
        part.0.matches(of: /static let \w+ = Self\("(\w+)"\)/).map { String($0.1) }
      }
    }.sorted()
  }
}
