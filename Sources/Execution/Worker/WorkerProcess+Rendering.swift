import Glibc
import Planning

extension WorkerProcess {
  /// Nanoseconds that a worker may take longer than the plan's time: it keeps that time itself as well as it can.
  private static let grace: Int64 = 1_000_000_000

  /// Renders an image, or dies of it; a dead worker isn't used again. Throws what neither is to blame for.
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
        limit: WorkerReply.mostBytes(outputs: plan.outputs.count), by: deadline)
    } catch {
      switch error {
      case .closed: return .failure(death(forbiddenCall: nil))
      case .late:
        _ = end(kills: true)
        return .failure(.timeout)
      case .tooLong: return .failure(nonsense())
      case .system(let error): throw .system(error)
      }
    }
    if answer.number > 0 { return .failure(death(forbiddenCall: Int(answer.number) - 1)) }
    let bounds: MeasurementBounds? =
      task.measures
      ? MeasurementBounds(
        plan, waited: MonotonicClock.now() - start, bytes: Int(clamping: limits.memory)) : nil
    guard let reply = try? WorkerReply.parse(answer.body, for: plan, measured: bounds),
      try accepts(reply.outcome, task)
    else { return .failure(nonsense()) }
    growth = min(reply.memory - min(reply.memory, hello.memory), WorkerProcess.mostGrowth)
    return .success(reply)
  }

  private func accepts(_ outcome: ImageOutcome, _ task: RenderTask) throws(WorkerTrouble) -> Bool {
    do throws(SystemError) { return try task.accepts(outcome) } catch { throw .written(error) }
  }

  private mutating func death(forbiddenCall call: Int?) -> WorkerDeath {
    guard let status = end(kills: false) else { return .killed }
    return WorkerDeath(waitStatus: status, forbiddenCall: call)
  }

  private mutating func nonsense() -> WorkerDeath {
    _ = end(kills: true)
    return .nonsense
  }
}
