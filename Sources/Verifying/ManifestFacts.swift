import JSON
import Reporting
import System

/// What the first rows of a manifest say of the job and the versions that made it.
package struct ManifestFacts: Sendable {
  /// SHA-256 of job files, in hexadecimal: more than one where a row is damaged.
  package private(set) var jobs: Set<String> = []
  /// Tool and libraries as rows have them, each once, as JSON.
  package private(set) var versions: [Versions] = []

  /// What made a row.
  package struct Versions: Hashable, Sendable {
    let tool: JSONValue?
    let recipeNumber: JSONValue?
    let libraries: JSONValue?
  }

  /// Rows that are looked at: a damaged one must not speak for all.
  private static let rows = 16

  /// Reads the first of `lines`. Throws where they can't be read.
  package init(_ lines: FileLines) throws(FileFault) {
    var lines = lines
    var read = 0
    while read < Self.rows, let line = try lines.next() {
      guard let value = try? JSONValue(line: line.bytes[...]) else { continue }
      read += 1
      if let job = value["job_sha256"]?.text { jobs.insert(job) }
      let versions = Versions(
        tool: value["tool"], recipeNumber: value["recipe_number"], libraries: value["libraries"])
      if !self.versions.contains(versions) { self.versions.append(versions) }
    }
  }
}

extension ManifestFacts.Versions {
  /// For people.
  package var words: String {
    var parts = [tool?.text ?? "an unknown tool", "recipe number \(recipeNumber?.name ?? "unknown")"]
    if case .object(let members)? = libraries {
      parts += members.map { "\($0.key) \($0.value.text ?? "?")" }
    }
    return parts.joined(separator: ", ")
  }
}

extension ManifestFacts.Versions {
  /// Those of rows that are made with `header`.
  package init(_ header: ManifestHeader) throws {
    tool = .text(header.tool)
    recipeNumber = .number("\(header.recipeNumber)")
    libraries = try JSONValue(line: Array(JSONText.encode(header.libraries).utf8)[...])
  }

  /// True where the same bytes come of the same plans, whichever build of the tool made them.
  package func makesSameBytes(as other: Self) -> Bool {
    recipeNumber == other.recipeNumber && libraries == other.libraries
  }

  /// The tool's name; nil where a row has none.
  package var toolName: String? { tool?.text }
}
