import ImageModel
import Imaging
import JobFile

/// A probe as a person reads it.
package enum ProbeText {
  /// The file's name, and a line for each fact below it.
  package static func lines(_ file: String, _ report: ProbeReport) -> String {
    var facts: [(name: String, value: String)] = [
      ("stored size", report.storedSize.description),
      ("display size", report.displaySize.description),
      (
        "orientation", (report.orientation.map { "\($0.rawValue), " } ?? "none, ") + report.orientationMeaning
      ),
      ("coding", coding(report)),
      ("colour", [report.color.rawValue, report.chroma].compactMap { $0 }.joined(separator: " ")),
      ("MCU", report.mcuSize.description),
      ("file", ByteCount.text(report.bytes)),
    ]
    facts += report.metadata.map {
      ($0.kind, "\(ByteCount.text($0.bytes)) in \($0.segments.counted("segment"))")
    }
    if let profile = report.profile { facts.append(("profile", profile)) }
    if report.hasGPS { facts.append(("GPS", "present")) }
    if let thumbnail = report.thumbnail {
      let size = thumbnail.size.map { "\($0), " } ?? ""
      facts.append(("thumbnail", size + ByteCount.text(thumbnail.bytes)))
    }
    facts += report.findings.map { ("note", "\($0.message) (\($0.code.rawValue))") }
    facts += report.tags.map { ($0.name, $0.value) }
    let width = facts.map(\.name.count).max() ?? 0
    return file.shown + "\n"
      + facts.map { name, value in
        "  " + name + String(repeating: " ", count: width - name.count + 2) + value.shown + "\n"
      }.joined()
  }

  private static func coding(_ report: ProbeReport) -> String {
    let parts = [
      report.process.rawValue, report.isArithmetic ? "arithmetic" : nil, "\(report.precision) bits",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ") + (report.isMultiScan ? ", several scans" : "")
  }
}
