import ImageModel
import JSON
import JobFile

/// One message to whoever runs upright, with what it is about.
package struct LogEntry: Hashable, Sendable {
  /// How bad it is.
  package enum Level: String, Sendable {
    case error
    case warning
    case info
  }

  package var level: Level
  /// What there is to say, without a full stop.
  package var message: String
  /// The job's name.
  package var job: String?
  /// A file that the user named: a job file, or an image to probe.
  package var file: String?
  /// Where in that file.
  package var location: SourceLocation?
  /// The source, as manifests name it.
  package var source: String?
  /// The id of the source's entry, where that says more.
  package var id: String?
  /// What it is, stable over versions.
  package var code: Finding.Code?

  package init(_ level: Level, _ message: String) {
    self.level = level
    self.message = message
  }

  /// About a file that the user named.
  package init(_ level: Level, file: String, _ message: String) {
    self.init(level, message)
    self.file = file
  }

  /// About a source: a warning, or why a row of it failed.
  package init(_ level: Level, job: String, source: String, _ finding: Finding) {
    self.init(level, finding.message)
    self.job = job
    self.source = source
    code = finding.code
  }

  /// About a place in a job file.
  package init(_ diagnostic: Diagnostic) {
    self.init(diagnostic.severity == .error ? .error : .warning, file: diagnostic.file, diagnostic.message)
    location = diagnostic.location
  }
}

extension LogEntry {
  /// One line for people, without its end.
  ///
  /// `FILE:LINE:COLUMN: error: MESSAGE`, `SOURCE: failed: MESSAGE (CODE)`, `JOB: MESSAGE`, and about nothing of these
  /// `upright: error: MESSAGE`, or the message alone where it is no trouble.
  package var text: String { text(inColor: false) }

  /// The same, on a terminal in color where that is wanted.
  package func text(inColor: Bool) -> String {
    let note = code.map { " (\($0.rawValue))" } ?? ""
    let (subject, word) = head
    let label = word.map { (inColor ? level.colored($0) : $0) + ": " } ?? ""
    return (subject.map { $0 + ": " } ?? "").shown + label + (message + note).shown
  }

  /// What the message is about, and how bad it is.
  private var head: (subject: String?, word: String?) {
    if let source {
      let name = source + (id.map { " (id '\($0)')" } ?? "")
      return (name, level == .error ? "failed" : level.rawValue)
    }
    if let file { return (file + (location.map { ":\($0.line):\($0.column)" } ?? ""), level.rawValue) }
    if let job { return (job, nil) }
    return level == .info ? (nil, nil) : ("upright", level.rawValue)
  }

  /// One JSON object, without a line end, for a message of this time in milliseconds since 1970. Only keys that
  /// apply are there.
  package func json(time: Int) throws -> String {
    try JSONText.encode(Line(time: Timestamp.text(time), entry: self))
  }

  private struct Line: JSONWritable {
    let time: String
    let entry: LogEntry

    func write(to json: inout JSONWriter) {
      json.object { json in
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
}
