import ImageModel
import JobFile
import Reporting
import Testing

@Suite struct LogEntryTests {
  private static let (time, at) = (1_795_232_000_042, ##"{"time":"2026-11-21T03:33:20.042Z","##)
  private static let corrupt = Finding(.corrupt, "the file's \"end\" is missing")

  /// With the job that the message is about.
  private static func summary(_ level: LogEntry.Level) -> LogEntry {
    var entry = LogEntry(level, "1 of 2 outputs made")
    entry.job = "web"
    return entry
  }

  @Test(arguments: [
    (
      LogEntry(.error, "can't write"), "upright: error: can't write",
      ##""level":"error","message":"can't write"}"##
    ),
    (LogEntry(.warning, "odd"), "upright: warning: odd", ##""level":"warning","message":"odd"}"##),
    (LogEntry(.info, "and 3 more"), "and 3 more", ##""level":"info","message":"and 3 more"}"##),
    (
      LogEntry(.error, file: "jobs/a.yaml", "this job file is named twice"),
      "jobs/a.yaml: error: this job file is named twice",
      ##""level":"error","message":"this job file is named twice","file":"jobs/a.yaml"}"##
    ),
    (
      LogEntry(Diagnostic(.warning, file: "a.yaml", at: SourceLocation(line: 12, column: 3), "no")),
      "a.yaml:12:3: warning: no",
      ##""level":"warning","message":"no","file":"a.yaml","line":12,"column":3}"##
    ),
    (
      LogEntry(Diagnostic(file: "a.yaml", at: nil, "no")), "a.yaml: error: no",
      ##""level":"error","message":"no","file":"a.yaml"}"##
    ),
    (
      LogEntry(.error, job: "web", source: "b/x.jpg", corrupt),
      #"b/x.jpg: failed: the file's "end" is missing (corrupt)"#,
      ##""level":"error","message":"the file's \"end\" is missing","job":"web","source":"b/x.jpg","##
        + ##""code":"corrupt"}"##
    ),
    (
      LogEntry(.warning, job: "web", source: "ü.jpg", Finding(.cropClipped, "clipped")),
      "ü.jpg: warning: clipped (crop_clipped)",
      ##""level":"warning","message":"clipped","job":"web","source":"ü.jpg","code":"crop_clipped"}"##
    ),
    (
      summary(.info), "web: 1 of 2 outputs made",
      ##""level":"info","message":"1 of 2 outputs made","job":"web"}"##
    ),
    (
      summary(.error), "web: 1 of 2 outputs made",
      ##""level":"error","message":"1 of 2 outputs made","job":"web"}"##
    ),
    (
      LogEntry(.warning, job: "web", "the cache is full"), "web: warning: the cache is full",
      ##""level":"warning","message":"the cache is full","job":"web"}"##
    ),
  ])
  func bothForms(_ entry: LogEntry, _ text: String, _ json: String) throws {
    #expect(entry.text == text)
    #expect(try entry.json(time: Self.time) == Self.at + json)
  }

  @Test func namesDoNotActOnTheTerminal() throws {
    let entry = LogEntry(.error, job: "web", source: "a\u{1B}[2J\n.jpg", Finding(.corrupt, "no"))
    #expect(entry.text == "a\u{FFFD}[2J\u{FFFD}.jpg: failed: no (corrupt)")
    #expect(
      try entry.json(time: Self.time)
        == Self.at
        + ##""level":"error","message":"no","job":"web","source":"a\u001b[2J\n.jpg","code":"corrupt"}"##)
  }

  // By GNU date: date -u -d @SECONDS +%FT%T.
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (999, "1970-01-01T00:00:00.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_795_232_000_042, "2026-11-21T03:33:20.042Z"),
    (4_102_444_799_999, "2099-12-31T23:59:59.999Z"), (253_402_300_799_007, "9999-12-31T23:59:59.007Z"),
  ])
  func times(_ milliseconds: Int, _ text: String) {
    #expect(Timestamp.text(milliseconds) == text)
  }
}
