import JSON
import Planning
import Reporting
import System

/// The job and the versions that made a manifest, as the manifest's first rows give them.
package struct ManifestFacts: Sendable {
  /// The SHA-256 of job files in hexadecimal; more than one if a row is damaged.
  package private(set) var jobs: Set<String> = []
  /// The tool and library versions in rows, each once, as JSON.
  package private(set) var versions: [Versions] = []

  /// True if the rows name the libraries that draw.
  package var draws: Bool {
    versions.contains { row in LibraryVersions.drawingNames.contains { row.libraries?[$0] != nil } }
  }

  /// The versions that made a row.
  package struct Versions: Hashable, Sendable {
    let tool: JSONValue?
    let recipeNumber: JSONValue?
    let libraries: JSONValue?
  }

  /// The number of rows that are read. Several rows are read, so that a single damaged row doesn't decide.
  package static let rows = 16

  /// Reads the first of `lines`, at most `rows`. Throws if they can't be read.
  package init(_ lines: FileLines, rows: Int = rows) throws(FileFault) {
    var lines = lines
    var read = 0
    while read < rows, let line = try lines.next() {
      guard let value = try? JSONValue(line: line.bytes[...]) else { continue }
      read += 1
      if let job = value["job_sha256"]?.text { jobs.insert(job) }
      let versions = Versions(ofRow: value)
      if !self.versions.contains(versions) { self.versions.append(versions) }
    }
  }
}

extension ManifestFacts.Versions {
  /// The versions that a row names.
  init(ofRow value: JSONValue) {
    tool = value["tool"]
    recipeNumber = value["recipe_number"]
    libraries = value["libraries"]
  }

  /// The versions as text for people.
  package var words: String {
    var parts = [tool?.text ?? "an unknown tool", "recipe number \(recipeNumber?.name ?? "unknown")"]
    if case .object(let members)? = libraries {
      parts += members.map { "\($0.key) \($0.value.text ?? "?")" }
    }
    return parts.joined(separator: ", ")
  }
}

extension ManifestFacts.Versions {
  /// The versions that `header` gives to all rows.
  package init(_ header: ManifestHeader) throws {
    tool = .text(header.tool)
    recipeNumber = .number("\(header.recipeNumber)")
    libraries = try JSONValue(line: Array(JSONText.encode(header.libraries).utf8)[...])
  }

  /// True if these versions and the others make the same bytes from the same plans. The tool's build doesn't
  /// matter.
  package func makesSameBytes(as other: Self) -> Bool {
    recipeNumber == other.recipeNumber && libraries == other.libraries
  }

  /// The versions as a maker; nil if they aren't those of a row.
  package var maker: Maker? {
    guard let tool = tool?.text, let number = recipeNumber?.whole, case .object(let members)? = libraries
    else { return nil }
    let all = members.compactMap { member in
      member.value.text.map { Maker.Library(name: member.key, version: $0) }
    }
    guard all.count == members.count else { return nil }
    func isDrawing(_ library: Maker.Library) -> Bool { LibraryVersions.drawingNames.contains(library.name) }
    return Maker(
      tool: tool, recipeNumber: number, shared: all.filter { !isDrawing($0) }, drawing: all.filter(isDrawing))
  }

  /// The tool's name; nil if the row has none.
  package var toolName: String? { tool?.text }
}
