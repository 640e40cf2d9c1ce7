import JSON
import JobFile
import Reporting

/// Something that isn't as a manifest says.
package struct ManifestException: Hashable, Sendable {
  /// What it is about; in the order in which those of one line are told.
  package enum Kind: String, JSONWritable, Sendable, CaseIterable {
    /// The line is no row at all.
    case line
    /// The row is planned no more, or stands there twice.
    case unplanned
    /// A planned row isn't there.
    case missing
    /// The source isn't there, or is another.
    case source
    /// The row isn't as planned.
    case row
    /// The output isn't there, or is another.
    case output
    /// The output comes out otherwise when it is rendered anew.
    case rendering
  }

  /// The line of the manifest, from 1; of a missing row, the one where it belongs.
  package let line: Int
  package let source: String?
  /// nil where it is about the whole source, or where the row has none.
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

  /// One line for people, without its end, in which `path` says what an output is called.
  package func text(path: (String) -> String) -> String {
    let place = "line \(line)" + (source.map { ", " + $0 } ?? "") + (output.map { " -> " + path($0) } ?? "")
    return "\(place): \(message)".shown
  }
}

extension ManifestException: JSONWritable {
  /// An object with all of it.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("line", line)
      json.field("source", source)
      json.field("output", output)
      json.field("kind", kind)
      json.field("message", message)
    }
  }
}
