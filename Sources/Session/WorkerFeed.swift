import ImageModel
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

extension JobSession {
  /// Makes the items of `plan` that arrive as lines from the descriptor `input`. Calls `answer` with each
  /// result, one call at a time. Returns at the end of the input, after all results.
  package func work(
    on plan: FrozenPlan, of job: Job, from input: Int32,
    answer: @escaping @Sendable (ItemResult) throws(SessionError) -> Void
  ) throws(SessionError) {
    if job.spec.onError.policy == .stop {
      throw plan.refusal("'on_error.policy: stop' can't hold for workers: use continue")
    }
    let state = try lockAsWorker(job)
    let feed = WorkerFeed(job, self, input, answer)
    do throws(Halted) { try feed.run(state) } catch {
      let status = max(ExitStatus(error.halt), stop.reason.map(ExitStatus.init) ?? .done)
      throw SessionError(status, file: plan.file, error.halt.message)
    }
    if let reason = stop.reason { throw feed.stopped(by: reason) }
    if let error = feed.error { throw error }
  }

  /// Takes the run lock of the first worker number that no other `upright worker` of the job holds.
  private func lockAsWorker(_ job: Job) throws(SessionError) -> JobState {
    if job.spec.sandbox == .require { try checkSandbox(job) }
    for number in 0..<FixedLimits.Work.feeds {
      do throws(StateRefusal) {
        let part = JobPart.worker(number)
        let state = try job.state(part, waiting: 0, unless: stop)
        warnOfDamage(state, job, part)
        return state
      } catch {
        if case .partHeld = error { continue }
        throw SessionError(error, job, stop)
      }
    }
    throw job.refusal("\(FixedLimits.Work.feeds) workers are at work on it already")
  }

}

/// The items of `upright worker`: they arrive as lines, and go back as results.
private final class WorkerFeed: Sendable {
  private let job: Job
  private let session: JobSession
  private let tell: @Sendable (ItemResult) throws(SessionError) -> Void
  private let input: Mutex<Input>
  private let ending = Mutex<SessionError?>(nil)
  private let counts = Mutex(Counts())

  /// The numbers of items taken from the input, and of items with a result.
  private struct Counts {
    var taken = 0
    var answered = 0
  }

  private struct Input: ~Copyable {
    var lines: LineInput
    var number = 0
  }

  init(
    _ job: Job, _ session: JobSession, _ input: Int32,
    _ tell: @escaping @Sendable (ItemResult) throws(SessionError) -> Void
  ) {
    self.job = job
    self.session = session
    self.tell = tell
    self.input = Mutex(Input(lines: LineInput(input, unless: session.stop)))
  }

  /// The error that ended the items early; nil at the end of the input.
  var error: SessionError? { ending.withLock { $0 } }

  /// The error that reports the end after a stop request.
  func stopped(by reason: StopRequest.Reason) -> SessionError {
    let counts = counts.withLock { $0 }
    let entry = LogEntry(
      .error, job: job.spec.name,
      "\(reason.words): \(counts.answered) of \(counts.taken.counted("item")) answered, the others are to be sent again"
    )
    return SessionError(ExitStatus(reason), [.entry(entry)])
  }

  /// Works until there are no more items.
  func run(_ state: JobState) throws(Halted) {
    let spec = job.spec
    try job.noteMaker(in: state)
    let queue = try CommitQueue(state) { [self] in answer(ItemResult(job.header, $0.plan, $0.outcome)) }
    let inWork = WorkInHand(size: nil) { [self] in
      let open = counts.withLock { $0.taken - $0.answered }
      return open > 0 ? open.counted("item") : nil
    } abandon: { [self] in
      queue.giveUp()
      state.clear()
      if let reason = session.stop.reason { session.tell(stopped(by: reason).messages) }
    }
    session.note(.making(inWork))
    defer {
      session.note(.finished)
      state.clear()
    }
    let memory = MemoryBudget(session.memoryBytes, spec.isolation)
    let maker = ImageMaker(job.store, state, try job.freshness(in: state), memory)
    try Runner(pool: session.pool, memory: memory, renderer: job.renderer).make(
      by: maker, into: queue, isReady: { [self] in input.withLock { $0.lines.isReady } },
      next: { [self] in next() })
  }

  /// The next item that can be made; items before it that can't be made are answered at once.
  private func next() -> ImagePlan? {
    while error == nil {
      let item: Item?
      do throws(SystemError) { item = try readItem() } catch {
        let fault = SessionError(.unwritten, "can't read standard input: \(error.message)")
        ending.withLock { $0 = $0 ?? fault }
        return nil
      }
      guard let item else { return nil }
      counts.withLock { $0.taken += 1 }
      switch item {
      case .unreadable(let line, let fault):
        answer(ItemResult(refusedLine: line, Finding(.badItem, fault.message)))
      case .image(let image):
        if job.store.firstChanged([image]) == nil { return image }
        answer(ItemResult(refused: image, .sourceChanged))
      }
    }
    return nil
  }

  /// A line of the input.
  private enum Item {
    case image(ImagePlan)
    /// The line with this number isn't an item.
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
    // Results are written one at a time, so that lines stay whole.
    ending.withLock { ending in
      do throws(SessionError) {
        try tell(result)
        counts.withLock { $0.answered += 1 }
      } catch {
        ending = ending ?? error
      }
    }
  }
}

extension Finding.Code {
  /// An input line of `upright worker` that is no item.
  fileprivate static let badItem = Self("bad_item")
}
