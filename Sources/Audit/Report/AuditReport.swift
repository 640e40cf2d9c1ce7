import JSON
import Reporting

/// All that an audit found. `--json` prints it.
package struct AuditReport: Sendable {
  /// The set as the user named it.
  package let subject: String
  package let pictures: Int
  package let annotationFiles: Int
  package let boxes: Int
  /// The number of pictures that were compared by their pixels; nil if none were to be.
  package let compared: Int?
  package let findings: AuditFindings
  package let facts: SetFacts

  /// One line for people.
  package var line: String {
    let counts = [
      pictures.counted("picture"), annotationFiles.counted("annotation file"), boxes.boxes,
    ]
    let verdict = findings.count == 0 ? "nothing wrong" : findings.count.counted("finding")
    return "\(subject): \(counts.joined(separator: ", ")): \(verdict)".shown
  }

  /// The findings by their codes, with at most `most` lines for each code; nil for all. Then the facts and the line.
  package func text(most: Int?) -> String {
    var lines: [String] = []
    for code in findings.codes {
      let (kept, count) = (findings[code], findings.count(of: code))
      lines.append("\(code.rawValue), \(count): \(code.advice)")
      let shown = kept.prefix(most ?? .max)
      lines += shown.map { "  " + $0.line.shown }
      if count > shown.count { lines.append("  and \(count - shown.count) more") }
    }
    for (title, _, counts) in facts.groups where !counts.isEmpty {
      let shown = counts.prefix(Self.mostCounts).map { "\($0.name) \($0.count)" }
      let rest = (title == "category" ? facts.categoryCount : counts.count) - shown.count
      lines.append("\(title): \(shown.joined(separator: ", "))\(rest > 0 ? ", and \(rest) more" : "")".shown)
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }

  /// The most classes of a fact in a text.
  private static let mostCounts = 20
}

extension AuditReport: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("subject", subject)
    json.field("pictures", pictures)
    json.field("annotation_files", annotationFiles)
    json.field("boxes", boxes)
    json.fieldIfPresent("compared", compared)
    json.key("counts")
    json.object { json in
      for code in findings.codes { json.field(code.rawValue, findings.count(of: code)) }
    }
    json.key("findings")
    json.list { json in
      for code in findings.codes { for finding in findings[code] { finding.write(to: &json) } }
    }
    json.field("facts", facts)
  }
}
