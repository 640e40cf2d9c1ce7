import ArgumentParser
import Glibc
import Planning
import Session
import Sharding

/// The part of a frozen plan that this process runs.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Run this plan of 'plan --out', or a shard of it.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String?

  @Option(
    help: ArgumentHelp(
      "The shard of the plan, from 0: 3/8. Default: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX.",
      valueName: "i/n"))
  var shard: ShardPlace?

  @Option(
    help: ArgumentHelp("Each task, counted from 0, runs N shards one after the other.", valueName: "n"))
  var shardsPerTask: Int?

  /// The environment variables with the number of this process's task: in a Slurm array, and in an indexed
  /// job of Kubernetes.
  private static let variables = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"]

  func validate() throws {
    if let shardsPerTask, shardsPerTask < 1 { throw ValidationError("--shards-per-task: at least 1") }
    if plan == nil, shard != nil { throw ValidationError("--shard is one of a plan: name it by --plan") }
    if plan == nil, shardsPerTask != nil {
      throw ValidationError("--shards-per-task counts those of a plan: name it by --plan")
    }
    if shard != nil, shardsPerTask != nil {
      throw ValidationError("--shard and --shards-per-task each say which shards: leave one of them out")
    }
  }

  /// The shards of `plan` that this process runs.
  func places(of plan: FrozenPlan) throws(SessionError) -> [ShardPlace] {
    let count = plan.header.shards.count
    if let shard {
      guard shard.count == count else {
        throw plan.refusal("--shard \(shard): the plan has \(count.counted("shard"))")
      }
      return [shard]
    }
    guard let (name, task) = try task(plan) else {
      if count == 1 { return plan.places }
      throw plan.refusal(
        "which of its \(count) shards? Say --shard I/\(count), or set \(Self.variables.joined(separator: " or "))"
      )
    }
    let each = shardsPerTask ?? 1
    let (first, isFar) = task.multipliedReportingOverflow(by: each)
    guard !isFar, first < count else {
      throw plan.refusal("\(name)=\(task): the plan has \(count.counted("shard")), counted from 0")
    }
    return plan.places[first..<min(count, first + min(each, count))].map { $0 }
  }

  /// The number of this task, from 0, and the name of the variable that has it.
  private func task(_ plan: FrozenPlan) throws(SessionError) -> (name: String, number: Int)? {
    for name in Self.variables {
      guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { continue }
      guard let number = Int(value), number >= 0 else {
        throw plan.refusal("\(name) is '\(value)', and not the number of a task")
      }
      return (name, number)
    }
    return nil
  }
}

extension ShardPlace: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
