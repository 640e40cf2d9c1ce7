import ArgumentParser
import Glibc
import Session
import System

/// `upright worker`: makes the items that another program distributes.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Make items of a plan that arrive on standard input.",
    usage: "upright worker [<options>] --jsonl --plan <file>",
    discussion: """
      For engines that keep processes, such as Ray and Celery. Each line of the plan on standard input gives a result on \
      standard output, in any order; --jobs items are in work at once. The command ends after the end of the input, when \
      all items are made. Outputs are in place and noted before their result is written. 'upright merge' then makes the \
      manifest.

        upright worker --jsonl --plan plan.jsonl <items.jsonl >results.jsonl
      """)

  @Flag(help: "Items and results are JSON lines.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("The plan of the items.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String

  @OptionGroup var base: FolderOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if !jsonl { throw ValidationError("Say --jsonl: there is no other form of items yet") }
  }

  func run() throws {
    let (stop, closing) = (StopRequest(), Closing())
    try closing.watch(stop)
    let session = JobSession(
      in: Console.currentFolder, pool: width.pool, memory: memory.memory?.bytes, unless: stop,
      events: closing.note)
    let frozen = try session.openPlan(plan)
    let job = try session.job(of: frozen, root: base.root, state: base.state)
    try session.work(on: frozen, of: job, from: STDIN_FILENO) { result throws(SessionError) in
      try Console.output(Console.json(result))
    }
  }
}
