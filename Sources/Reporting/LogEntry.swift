import ImageModel
import JSON
import JobFile

/// One message to the user, with its subject.
package struct LogEntry: Hashable, Sendable {
  package enum Level: String, Sendable {
    case error
    case warning
    case info
  }

  package var level: Level
  /// The message, without a full stop.
  package var message: String
  /// The job's name.
  package var job: String?
  /// A file that the user named: a job file, or an image to probe.
  package var file: String?
  /// The place in that file.
  package var location: SourceLocation?
  /// The source, as manifests name it.
  package var source: String?
  /// The id of the image, if it differs from the stem of the source's name.
  package var id: String?
  /// The code of the finding, stable over versions.
  package var code: Finding.Code?

  /// A message about a file that the user named, about a job, or about neither.
  package init(_ level: Level, file: String? = nil, job: String? = nil, _ message: String) {
    self.level = level
    self.message = message
    self.file = file
    self.job = job
  }

  /// A message about a source: a warning, or why a row failed.
  package init(_ level: Level, job: String, source: String, _ finding: Finding) {
    self.init(level, job: job, finding.message)
    self.source = source
    code = finding.code
  }

  /// A message about a place in a job file.
  package init(_ diagnostic: Diagnostic) {
    self.init(diagnostic.severity == .error ? .error : .warning, file: diagnostic.file, diagnostic.message)
    location = diagnostic.location
  }
}

extension LogEntry {
  /// One line for people, without a line end.
  ///
  /// With a subject: `FILE:LINE:COLUMN: error: MESSAGE`, `SOURCE: failed: MESSAGE (CODE)`, `JOB: warning: MESSAGE`, or
  /// `JOB: MESSAGE` for a summary.
  /// Without a subject: `upright: error: MESSAGE`, or the message alone if it reports no trouble.
  package var text: String { text(inColor: false) }

  /// The line of ``text``; with `inColor` it is coloured for a terminal.
  package func text(inColor: Bool) -> String {
    let note = code.map { " (\($0.rawValue))" } ?? ""
    let (subject, word) = head
    let label = word.map { (inColor ? level.colored($0) : $0) + ": " } ?? ""
    return (subject.map { $0 + ": " } ?? "").shown + label + (message + note).shown
  }

  /// The subject and the severity.
  private var head: (subject: String?, word: String?) {
    if let source {
      let name = source + (id.map { " (id '\($0)')" } ?? "")
      return (name, level == .error ? "failed" : level.rawValue)
    }
    if let file { return (file + (location.map { ":\($0.line):\($0.column)" } ?? ""), level.rawValue) }
    if let job { return (job, level == .warning ? level.rawValue : nil) }
    return level == .info ? (nil, nil) : ("upright", level.rawValue)
  }

  /// One JSON object without a line end, for a message at `time` in milliseconds since 1970. Keys that
  /// don't apply are left out.
  package func json(time: Int) throws -> String {
    try JSONText.encode(Line(time: Timestamp.text(time), entry: self))
  }

  private struct Line: JSONObject {
    let time: String
    let entry: LogEntry

    func writeFields(to json: inout JSONWriter) {
      json.field("time", time)
      json.field("level", entry.level.rawValue)
      json.field("message", entry.message)
      json.fieldIfPresent("job", entry.job)
      json.fieldIfPresent("file", entry.file)
      json.fieldIfPresent("line", entry.location?.line)
      json.fieldIfPresent("column", entry.location?.column)
      json.fieldIfPresent("source", entry.source)
      json.fieldIfPresent("id", entry.id)
      json.fieldIfPresent("code", entry.code)
    }
  }
}
