import Glibc
import Imaging
import Planning
import Rendering
import System

extension WorkerProcess {
  /// Nanoseconds that the parent waits after the plan's time limit before it kills the worker process. The
  /// worker process watches the limit itself.
  private static let grace: Int64 = 1_000_000_000

  /// Lets the worker process render an image. Returns the process's reply, or how the process died. A dead
  /// worker process isn't used again. Throws trouble that neither the image nor the worker process caused.
  mutating func render(_ task: RenderTask) throws(WorkerTrouble) -> Result<WorkerReply, WorkerDeath> {
    images += 1
    let plan = task.plan
    guard let request = task.request else { throw .system(SystemError(EINVAL)) }
    let limits = WorkerLimits(plan, memory: hello.memory + growth, threads: threads)
    limit(limits)
    let start = MonotonicClock.now()
    let deadline = start + Int64(plan.seconds * 1e9) + Self.grace
    let answer: Message
    do throws(MessageError) {
      try socket.send(request, descriptors: task.descriptors, by: deadline)
      answer = try socket.receive(
        limit: WorkerReply.mostBytes(plan), by: deadline)
    } catch {
      switch error {
      case .closed: return .failure(death(forbiddenCall: nil))
      case .late:
        kill()
        return .failure(.timeout)
      case .tooLong: return .failure(nonsense())
      case .system(let error): throw .system(error)
      }
    }
    if answer.number > 0 {
      // The number reports a forbidden system call. The signal that ends the process follows.
      _ = try? socket.receive(limit: 0, by: MonotonicClock.now() + Self.grace)
      return .failure(death(forbiddenCall: Int(answer.number) - 1))
    }
    let bounds: MeasurementBounds? =
      task.measures
      ? MeasurementBounds(
        plan, waited: MonotonicClock.now() - start, bytes: Int(clamping: limits.memory)) : nil
    guard var reply = try? WorkerReply.parse(answer.body, for: plan, measured: bounds),
      let outcome = try confirmed(reply.outcome, task)
    else { return .failure(nonsense()) }
    reply.outcome = outcome
    growth = min(reply.memory - min(reply.memory, hello.memory), FixedLimits.Work.workerGrowth)
    return .success(reply)
  }

  private func confirmed(
    _ outcome: ImageOutcome, _ task: RenderTask
  ) throws(WorkerTrouble) -> ImageOutcome? {
    do throws(SystemError) { return try task.confirmed(outcome) } catch { throw .written(error) }
  }

  /// The death of a worker process that closed its socket or reported the number of a forbidden system call.
  private mutating func death(forbiddenCall call: Int?) -> WorkerDeath {
    end().map { WorkerDeath(waitStatus: $0, forbiddenCall: call) } ?? .lingering
  }

  private mutating func nonsense() -> WorkerDeath {
    kill()
    return .nonsense
  }
}
