import ArgumentParser
import JobFile
import Planning
import Preview
import Reporting
import Session

/// `upright preview`: shows the crops of a run.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows the crops of a run, for a browser.",
    usage: "upright preview [<options>] <job>",
    discussion: """
      The page shows each source small and upright with its boxes, and its outputs beside it. Each page has up to 50 \
      sources, and is one file that loads nothing. None of the job's own files is written. Exit status 0 even if rows \
      would fail: the page shows them.

        upright preview thumbs.yaml
        upright preview --sample 20 --seed 7 --output look.html thumbs.yaml
      """)

  @Argument(
    help: ArgumentHelp("A job file.", valueName: "job"), completion: .file(extensions: ["yaml", "yml"]))
  var job: String

  @Option(
    help: ArgumentHelp(
      "The page to write; further pages are named after it. Default: the job's name with .preview.html, in the "
        + "current folder.", valueName: "file"), completion: .file(extensions: ["html"]))
  var output: String?

  @Option(help: ArgumentHelp("The number of sources to show, chosen at random, or all.", valueName: "n"))
  var sample = SampleSize(count: 100)

  @Option(help: ArgumentHelp("Chooses other sources.", valueName: "number"))
  var seed: UInt64 = 0

  @OptionGroup var base: FolderOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if sample.count == 0 { throw ValidationError("--sample: at least 1") }
    guard let output else { return }
    guard output.hasSuffix(".html") else {
      throw ValidationError("--output: '\(output)' doesn't end in .html")
    }
    try FileToWrite.check(output, "--output")
  }

  func run() throws {
    let session = JobSession(pool: width.pool, memory: memory)
    for planned in try session.plan(session.load([job], root: base.root, state: base.state)) {
      session.warnOfUnnamedPictures(planned)
      let file = output ?? planned.job.spec.name + ".preview.html"
      Log.tell(try session.writePreview(planned, to: file, choice))
    }
  }

  private var choice: PreviewSample {
    sample.count.map { .some($0, seed: seed) } ?? .all
  }
}
