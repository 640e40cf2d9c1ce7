import ArgumentParser
import Audit
import JSON
import Session
import System

/// `upright audit`: shows the faults of a set of pictures and annotations.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Show the faults of a set of pictures and annotations; write nothing.",
    usage: "upright audit [<options>] <set>",
    discussion: """
      The set is the sources of a job file, all pictures and recognised annotation files below a folder, or an \
      annotation file with its pictures. Looks at headers and annotations, and decodes each picture small to find \
      damage and near duplicates. Exit status 1 if there is a finding.

        upright audit photos
        upright audit --no-duplicates --json instances.json
        upright audit --all job.yaml
      """)

  @Argument(
    help: ArgumentHelp("A job file, a folder or an annotation file.", valueName: "set"), completion: .file())
  var set: String

  @Option(
    help: ArgumentHelp(
      "The folder of the pictures that an annotation file names. Default: found below the file's folder, or below the "
        + "folder above.", valueName: "folder"), completion: .directory)
  var images: String?

  @Flag(help: "Decode no picture: leave out damage in pixels and near duplicates.")
  var noDuplicates = false

  @Flag(help: "Print all findings, and not only 10 of each kind.")
  var all = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a page with small pictures to this file, for a browser.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  @OptionGroup var base: FolderOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: MessageOptions

  /// The findings of each kind that are printed without `--all`.
  private static let most = 10

  func validate() throws {
    guard let html else { return }
    guard html.hasSuffix(".html") else { throw ValidationError("--html: '\(html)' doesn't end in .html") }
    try FileToWrite.check(html, "--html")
  }

  func run() throws {
    let heartbeat = Heartbeat("auditing")
    defer { heartbeat.end() }
    let session = JobSession(pool: width.pool, memory: memory, counting: heartbeat.work)
    if let html { try session.checkPage(html) }
    let audit = try session.audit(
      set,
      JobSession.AuditUse(images: images, root: base.root, state: base.state, comparesPixels: !noDuplicates))
    if let html { try session.writePage(of: audit, to: html) }
    let report = audit.report
    try Console.output(json ? JSONText.encode(report) + "\n" : report.text(most: all ? nil : Self.most))
    if report.findings.count > 0 { throw SessionError(.failures, []) }
  }
}
