import Glibc
import ImageModel
import JSON
import JobFile
import Planning
import Rendering
import Reporting
import Running
import Sharding
import State
import Survey
import Synchronization
import System

/// The items of a worker: from standard input, and back to standard output as results.
final class WorkerFeed: Sendable {
  private let job: LoadedJob
  private let stop: StopRequest
  private let input: Mutex<Input>
  private let ending = Mutex<ExitStatus?>(nil)

  private let counts = Mutex(Counts())

  /// Items that were taken from the input, and those with results.
  private struct Counts {
    var taken = 0
    var answered = 0
  }

  private struct Input: ~Copyable {
    var lines: LineInput
    var number = 0
  }

  init(_ job: LoadedJob, _ stop: StopRequest) {
    self.job = job
    self.stop = stop
    input = Mutex(Input(lines: LineInput(STDIN_FILENO, unless: stop)))
  }

  /// Why the items ended, where that wasn't for their end.
  var status: ExitStatus? { ending.withLock { $0 } }

  /// Says what came of items that were asked to end.
  func tell(_ reason: StopRequest.Reason) {
    let counts = counts.withLock { $0 }
    var entry = LogEntry(
      .error,
      "\(reason.words): \(counts.answered) of \(counts.taken.counted("item")) answered, the others are to be sent again"
    )
    entry.job = job.spec.name
    Log.tell(entry)
  }

  /// Works until there are no more items.
  func run(
    _ state: JobState, pool: WorkerPool, memory: Int?, _ closing: Closing
  ) throws(Halt) {
    let spec = job.spec
    let queue = CommitQueue(state) { [self] in answer(ItemResult(job.header, $0.plan, $0.outcome)) }
    closing.begin(
      Closing.Work(
        awaited: { [self] in
          let open = counts.withLock { $0.taken - $0.answered }
          return open > 0 ? open.counted("item") : nil
        },
        abandon: { [self] in
          try? queue.finish()
          state.clear()
          if let reason = stop.reason { tell(reason) }
        }))
    defer {
      closing.finish()
      state.clear()
    }
    let freshness = Freshness(
      job.folders, state.journal, tree: state.tree, versions: job.header.versions, existing: spec.existing,
      renewal: Renewal())
    let memory = MemoryBudget(memory, spec.isolation)
    let maker = ImageMaker(job.folders, state, freshness, memory)
    try Runner(pool: pool, memory: memory, renderer: job.renderer).make(
      by: maker, into: queue, isReady: { [self] in input.withLock { $0.lines.isReady } },
      next: { [self] in next() })
  }

  /// The next item that can be made; those before it that can't be are answered at once.
  private func next() -> ImagePlan? {
    while status == nil {
      let item: Item?
      do throws(SystemError) { item = try readItem() } catch {
        Log.tell(LogEntry(.error, "can't read standard input: \(error.message)"))
        ending.withLock { $0 = $0 ?? .unwritten }
        return nil
      }
      guard let item else { return nil }
      counts.withLock { $0.taken += 1 }
      switch item {
      case .unreadable(let line, let fault):
        answer(ItemResult(refusedLine: line, Finding(.badItem, fault.message)))
      case .image(let image):
        if job.folders.firstChanged([image]) == nil { return image }
        answer(ItemResult(refused: image, .sourceChanged))
      }
    }
    return nil
  }

  /// A line of the input.
  private enum Item {
    case image(ImagePlan)
    /// Line so many is none, for this reason.
    case unreadable(line: Int, FrozenFault)
  }

  private func readItem() throws(SystemError) -> Item? {
    try input.withLock { input throws(SystemError) in
      while let line = try input.lines.next() {
        input.number += 1
        if line.isEmpty { continue }
        do throws(FrozenFault) { return .image(try FrozenPlan.image(line, number: input.number)) } catch {
          return .unreadable(line: input.number, error)
        }
      }
      return nil
    }
  }

  private func answer(_ result: ItemResult) {
    // One at a time, so that lines stay whole.
    ending.withLock { ending in
      do {
        try Console.output(JSONText.encode(result) + "\n")
        counts.withLock { $0.answered += 1 }
      } catch {
        ending = ending ?? (error as? ExitStatus ?? .fault)
      }
    }
  }
}
