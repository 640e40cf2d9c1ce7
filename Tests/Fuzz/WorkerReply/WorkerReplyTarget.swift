import ImageModel
import JobFile
import Planning
import Rendering
import System
import Workers

/// A worker's answers: what isn't refused says of each output what the plan allows, within bounds.
///
/// The input is a byte that chooses a plan and, by its highest bit, whether the stages are measured; then an answer.
package enum WorkerReplyTarget: FuzzTarget {
  package static let name = "WorkerReply"
  package static let longest = 8192

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choice = bytes.first, !plans.isEmpty else { return nil }
    let plan = plans[Int(choice & 0x7F) % plans.count]
    let bounds: MeasurementBounds? = choice & 0x80 == 0 ? nil : bounds(plan)
    let answer = Array(bytes.dropFirst())
    guard let reply = try? WorkerReply.parse(answer, for: plan, measured: bounds) else { return nil }
    if answer.count > 4096 + 256 * plan.outputs.count { return "\(answer.count) bytes are taken" }
    let outputs = reply.outcome.outputs
    guard outputs.count == plan.outputs.count else { return "\(outputs.count) outputs" }
    if let hash = reply.outcome.sourceSHA256, plan.hash == .none || !isHash(hash) {
      return "source hash \(hash)"
    }
    if let hash = reply.outcome.maskSHA256, plan.hash == .none || plan.mask == nil || !isHash(hash) {
      return "mask hash \(hash)"
    }
    let makesMask = outputs.indices.contains { plan.outputs[$0].mask != nil && outputs[$0].bytes != nil }
    if makesMask, plan.hash == .sha256, reply.outcome.maskSHA256 == nil { return "no mask hash" }
    for (index, output) in outputs.enumerated() {
      if let fault = fault(output, plan.failure(ofOutput: index), plan.hash) {
        return "output \(index): \(fault)"
      }
    }
    if let fault = fault(reply.measurement, isWanted: bounds != nil) { return fault }
    let written = PlainReply.bytes(
      outputs, sourceSHA256: reply.outcome.sourceSHA256, maskSHA256: reply.outcome.maskSHA256,
      memory: reply.memory, for: plan, measurement: reply.measurement)
    let again = try? WorkerReply.parse(written, for: plan, measured: bounds)
    return again == reply
      ? nil : "read as \(reply), and written and read again as \(String(describing: again))"
  }

  /// A second and a MiB.
  static func bounds(_ plan: ImagePlan) -> MeasurementBounds {
    MeasurementBounds(plan, waited: 1_000_000_000, bytes: 1 << 20)
  }

  /// What is wrong with a measurement: a millisecond is left to clocks that differ.
  private static func fault(_ measurement: RenderMeasurement?, isWanted: Bool) -> String? {
    if (measurement != nil) != isWanted { return "a measurement that nobody asked for, or none" }
    guard let measurement else { return nil }
    let costs = Stage.allCases.map { measurement.stages[$0] }
    let isFine =
      costs.allSatisfy { $0.nanoseconds >= 0 && (0...1 << 20).contains($0.bytes) }
      && costs.reduce(0) { $0 + $1.nanoseconds } <= 1_001_000_000
      && measurement.stages[.probe] == StageCost() && measurement.stages[.wait] == StageCost()
    return isFine ? nil : "it took \(measurement)"
  }

  /// What is wrong with one output, which can't be made where the plan says why.
  private static func fault(_ output: OutputOutcome, _ failure: Finding?, _ hash: HashKind) -> String? {
    let isMade = output.bytes != nil
    let states = [isMade, output.error != nil, output.systemError != nil].filter { $0 }.count
    if states > 1 || failure != nil && output.error != failure { return "it is \(output)" }
    if let size = output.bytes, size <= 0 { return "\(size) bytes" }
    if let code = output.systemError, !(1...4095).contains(code) { return "errno \(code)" }
    if let sum = output.sha256, !isHash(sum) { return "hash \(sum)" }
    if (output.sha256 != nil) != (isMade && hash == .sha256) {
      return "a hash without a file, or the other way"
    }
    if output.findings.count > 16 { return "\(output.findings.count) warnings" }
    let told = output.findings + (failure == nil ? output.error.map { [$0] } ?? [] : [])
    return told.first { $0.message.utf8.count > 512 }.map { "a message of \($0.message.utf8.count) bytes" }
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
