import JSON
import JobFile
import Reporting

/// A difference between a manifest and the files or the plan.
package struct ManifestException: Hashable, Sendable {
  /// The subject of an exception. Exceptions of one line are reported in the order of these cases.
  package enum Kind: String, JSONWritable, Sendable, CaseIterable {
    /// The line is no row.
    case line
    /// The row isn't in the plan any more, or is a duplicate.
    case unplanned
    /// A planned row is missing.
    case missing
    /// The source is missing or has changed.
    case source
    /// The row isn't as planned, or isn't valid by itself.
    case row
    /// The output is missing or has changed.
    case output
    /// The output differs when it is rendered again.
    case rendering
  }

  /// The line's number in the manifest, from 1; for a missing row, the line where it belongs.
  package let line: Int
  package let source: String?
  /// The path of the output. Nil if the exception concerns the whole source, or if the row has no output.
  package let output: String?
  package let kind: Kind
  package let message: String

  package init(line: Int, source: String?, output: String?, _ kind: Kind, _ message: String) {
    self.line = line
    self.source = source
    self.output = output
    self.kind = kind
    self.message = message
  }

  /// One line for people, without line end. `path` gives the name of an output.
  package func text(path: (String) -> String) -> String {
    let place = "line \(line)" + (source.map { ", " + $0 } ?? "") + (output.map { " -> " + path($0) } ?? "")
    return "\(place): \(message)".shown
  }
}

extension ManifestException: JSONObject {
  /// An object with all fields.
  package func writeFields(to json: inout JSONWriter) {
    json.field("line", line)
    json.field("source", source)
    json.field("output", output)
    json.field("kind", kind)
    json.field("message", message)
  }
}
