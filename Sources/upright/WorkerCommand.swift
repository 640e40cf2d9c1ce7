import ArgumentParser
import Glibc
import Session
import System

/// `upright worker`: makes the items that another program distributes.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Make the items of a plan that come in by standard input.",
    usage: "upright worker [<options>] --jsonl --plan <file>",
    discussion: """
      For engines that keep workers: Ray, Celery and their like. A line of the plan in, a result out, in any order: as \
      many are in work as --jobs says. The end of the input ends it, when all is made. What is made is in place, and \
      noted, before its result is written. 'upright merge' then makes the manifest.

        upright worker --jsonl --plan plan.jsonl <items.jsonl >results.jsonl
      """)

  @Flag(help: "Items and results are JSON lines.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("The plan that the items are of.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String

  @OptionGroup var base: RootOption
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption

  func validate() throws {
    if !jsonl { throw ValidationError("Say --jsonl: there is no other form of items yet") }
  }

  func run() throws {
    let (stop, closing) = (StopRequest(), Closing())
    do throws(SystemError) {
      try SignalWatch.start(stop, asked: { closing.announce(stop) }) { closing.end(stop) }
    } catch {
      throw SessionError(.later, "can't start a thread: \(error.message)")
    }
    let session = JobSession(
      in: Console.currentFolder, pool: width.pool, memory: memory.memory?.bytes, unless: stop,
      events: closing.note)
    let frozen = try session.openPlan(plan)
    let job = try session.job(of: frozen, root: base.root)
    try session.work(on: frozen, of: job, from: STDIN_FILENO) { result throws(SessionError) in
      try Console.output(Console.json(result))
    }
  }
}
