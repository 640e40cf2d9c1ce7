import JSON
import Reporting

/// The counts and findings of a verification. `--json` prints it.
package struct VerificationReport: Sendable {
  /// The manifest as the user named it.
  package let manifest: String
  /// The number of the manifest's lines.
  package internal(set) var rows = 0
  /// The number of hashed sources.
  package internal(set) var sources = 0
  /// The number of hashed outputs.
  package internal(set) var outputs = 0
  /// The number of outputs rendered again.
  package internal(set) var rendered = 0
  /// The number of rows whose outputs other versions made, and which the job keeps.
  package internal(set) var older = 0
  /// The number of exceptions.
  package internal(set) var found = 0
  /// The exceptions for `--json`; empty without this option.
  package var exceptions: [ManifestException] = []

  package init(manifest: String) { self.manifest = manifest }

  /// One line for people.
  package var line: String {
    var counts = [
      rows.counted("row"), sources.counted("source"), outputs.counted("output"), "\(rendered) rendered anew",
    ]
    if older > 0 { counts.append("\(older) by other versions") }
    let verdict = found == 0 ? "all as it says" : found.counted("exception")
    return "\(manifest): \(counts.joined(separator: ", ")): \(verdict)".shown
  }
}

extension VerificationReport: JSONObject {
  /// An object with the counts and the exceptions.
  package func writeFields(to json: inout JSONWriter) {
    json.field("manifest", manifest)
    json.field("rows", rows)
    json.field("sources", sources)
    json.field("outputs", outputs)
    json.field("rendered", rendered)
    json.fieldIfPresent("older", older > 0 ? older : nil)
    json.field("exceptions", exceptions)
  }
}
