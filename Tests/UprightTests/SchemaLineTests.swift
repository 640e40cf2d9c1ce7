import Foundation
import TestSupport
import Testing

/// `upright check --fix-schema-line`.
struct SchemaLineTests {
  private static let job = "version: 1\nsources: [a.jpg]\noutputs: [{path: b.png}]\n"

  /// A folder with the schema and a job file of these bytes.
  private static func studio(_ text: String, schema: String = "job-v1.json") throws -> Studio {
    let studio = try Studio()
    try studio.folder.write(text, to: "jobs/job.yaml")
    try studio.folder.write("{}", to: schema)
    return studio
  }

  private static func fix(_ studio: Studio) throws -> CommandRun {
    try studio.upright("check", "--fix-schema-line", "jobs/job.yaml")
  }

  private static func expect(
    _ text: String, becomes fixed: String, schema: String = "job-v1.json", says words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let studio = try studio(text, schema: schema)
    #expect(
      try fix(studio) == CommandRun(.exit(0), stderr: "jobs/job.yaml: info: the schema line was \(words)\n"),
      sourceLocation: sourceLocation)
    #expect(try studio.text("jobs/job.yaml") == fixed, sourceLocation: sourceLocation)
    #expect(try fix(studio) == CommandRun(.exit(0)), sourceLocation: sourceLocation)
    #expect(try studio.text("jobs/job.yaml") == fixed, sourceLocation: sourceLocation)
    #expect(studio.folder.files() == ["jobs/job.yaml", schema].sorted(), sourceLocation: sourceLocation)
  }

  @Test("A file without the line gets it as the first one")
  func added() throws {
    try Self.expect(
      "# Ours.\n" + Self.job,
      becomes: "# yaml-language-server: $schema=../job-v1.json\n# Ours.\n" + Self.job,
      says: "added: ../job-v1.json")
  }

  @Test(
    "The nearest schema counts",
    arguments: [
      ("jobs/job-v1.json", "job-v1.json"), ("jobs/schema/job-v1.json", "schema/job-v1.json"),
      ("schema/job-v1.json", "../schema/job-v1.json"),
    ])
  func nearest(file: String, path: String) throws {
    try Self.expect(
      Self.job, becomes: "# yaml-language-server: $schema=\(path)\n" + Self.job, schema: file,
      says: "added: \(path)")
  }

  @Test("A line that leads to no file is corrected, and what stands around it stays")
  func corrected() throws {
    try Self.expect(
      "# Ours.\n\n #  yaml-language-server:  a $schema=old.json b\t\n" + Self.job,
      becomes: "# Ours.\n\n #  yaml-language-server:  a $schema=../job-v1.json b\t\n" + Self.job,
      says: "corrected: ../job-v1.json in place of old.json")
  }

  @Test("Line ends of Windows and a byte order mark stay")
  func windows() throws {
    let job = Self.job.replacingOccurrences(of: "\n", with: "\r\n")
    try Self.expect(
      "\u{FEFF}" + job, becomes: "\u{FEFF}# yaml-language-server: $schema=../job-v1.json\r\n" + job,
      says: "added: ../job-v1.json")
    try Self.expect(
      "\u{FEFF}# yaml-language-server: $schema=x\r\n" + job,
      becomes: "\u{FEFF}# yaml-language-server: $schema=../job-v1.json\r\n" + job,
      says: "corrected: ../job-v1.json in place of x")
  }

  @Test(
    "A line that leads to a file or is a URL stays, and the file isn't written",
    arguments: ["../own.json", "https://example.org/job-v1.json"])
  func right(value: String) throws {
    let studio = try Self.studio("# yaml-language-server: $schema=\(value)\n" + Self.job)
    try studio.folder.write("{}", to: "own.json")
    let run = try studio.changes("check", "--fix-schema-line", "jobs/job.yaml")
    #expect(run.run == CommandRun(.exit(0)))
    #expect(run.files == [])
  }

  @Test("The file keeps its permissions")
  func permissions() throws {
    let studio = try Self.studio(Self.job)
    try studio.must("chmod 640 jobs/job.yaml")
    #expect(try Self.fix(studio).ending == .exit(0))
    #expect(try studio.shell("stat -c %a jobs/job.yaml").stdout == "640\n")
  }

  @Test("The line is fixed before the check, whose errors name the new lines")
  func faultyJob() throws {
    let studio = try Self.studio(Self.job.replacingOccurrences(of: "version: 1", with: "version: 2"))
    let run = try Self.fix(studio)
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.hasPrefix(
        "jobs/job.yaml: info: the schema line was added: ../job-v1.json\njobs/job.yaml:2:10: error: "))
  }

  @Test(
    "A file that can't be a job stays as it is",
    arguments: [
      (
        [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10],
        "jobs/job.yaml:1:1: error: the file is not UTF-8 from here on; save it as UTF-8\n"
      ),
      (
        Array("{\"version\": 1}\n".utf8),
        "jobs/job.yaml: error: --fix-schema-line writes job files only, and this is none: it is no mapping with 'sources' "
          + "and 'outputs'\n"
      ),
      (
        Array("sources and outputs\n".utf8),
        "jobs/job.yaml: error: --fix-schema-line writes job files only, and this is none: it is no mapping with 'sources' "
          + "and 'outputs'\n"
      ),
      ([], "jobs/job.yaml: error: the file is empty\n"),
      (Array(repeating: 0x20, count: 1 << 20 | 1), "jobs/job.yaml: error: the file is larger than 1 MiB\n"),
    ] as [([UInt8], String)])
  func notAJob(bytes: [UInt8], error: String) throws {
    let studio = try Self.studio("")
    try Data(bytes).write(to: URL(fileURLWithPath: studio.folder.path("jobs/job.yaml")))
    let run = try studio.changes("check", "--fix-schema-line", "jobs/job.yaml")
    #expect(run.run.ending == .exit(2))
    // A caret may follow the first line.
    #expect(run.run.stderr.hasPrefix(error))
    #expect(run.files == [])
  }

  @Test("Without a schema nothing is written")
  func noSchema() throws {
    let studio = try Studio()
    try studio.folder.write(Self.job, to: "job.yaml")
    let run = try studio.changes("check", "--fix-schema-line", "job.yaml")
    #expect(
      run.run
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: there is no job-v1.json in its folder, nor in one above or in its subfolder "
            + "'schema', nor in upright's installation: write it by 'upright schema >job-v1.json'\n"))
    #expect(run.files == [])
  }

  @Test("The schema of the installation counts if there is no nearer one")
  func installed() throws {
    let studio = try Studio()
    try studio.folder.write(Self.job, to: "job.yaml")
    try studio.folder.write("{}", to: "prefix/share/upright/job-v1.json")
    try studio.must(
      "mkdir prefix/bin && cp \"$(command -v upright)\" prefix/bin && ln -s prefix/bin/upright linked")
    let schema = try studio.shell("pwd -P").stdout.dropLast() + "/prefix/share/upright/job-v1.json"
    #expect(
      try studio.shell("./linked check --fix-schema-line job.yaml")
        == CommandRun(.exit(0), stderr: "job.yaml: info: the schema line was added: \(schema)\n"))
    #expect(try studio.text("job.yaml") == "# yaml-language-server: $schema=\(schema)\n" + Self.job)
    try studio.folder.write("{}", to: "near/job-v1.json")
    try studio.folder.write(Self.job, to: "near/job.yaml")
    #expect(
      try studio.shell("prefix/bin/upright check --fix-schema-line near/job.yaml")
        == CommandRun(.exit(0), stderr: "near/job.yaml: info: the schema line was added: job-v1.json\n"))
  }

  @Test("A link is refused, so that it isn't replaced")
  func link() throws {
    let studio = try Self.studio(Self.job)
    try studio.must("ln -s job.yaml jobs/link.yaml")
    #expect(
      try studio.upright("check", "--fix-schema-line", "jobs/link.yaml")
        == CommandRun(
          .exit(2),
          stderr: "jobs/link.yaml: error: --fix-schema-line writes regular files only, and this is none\n"))
    #expect(try studio.text("jobs/job.yaml") == Self.job)
  }

  @Test("A missing job file is an error")
  func missing() throws {
    let studio = try Studio()
    #expect(
      try studio.upright("check", "--fix-schema-line", "none.yaml")
        == CommandRun(.exit(2), stderr: "none.yaml: error: can't be read: No such file or directory\n"))
  }
}
