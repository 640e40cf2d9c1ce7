import Execution
import ImageModel
import JobFile
import Planning

/// A worker's answers: what isn't refused says of each output what the plan allows, within bounds.
///
/// The input is a byte that chooses a plan, then an answer.
package enum WorkerReplyTarget: FuzzTarget {
  package static let name = "WorkerReply"
  package static let longest = 8192

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choice = bytes.first, !plans.isEmpty else { return nil }
    let plan = plans[Int(choice) % plans.count]
    let answer = Array(bytes.dropFirst())
    guard let reply = try? WorkerReply.parse(answer, for: plan) else { return nil }
    if answer.count > 4096 + 256 * plan.outputs.count { return "\(answer.count) bytes are taken" }
    let outputs = reply.outcome.outputs
    guard outputs.count == plan.outputs.count else { return "\(outputs.count) outputs" }
    if let hash = reply.outcome.sourceSHA256, plan.hash == .none || !isHash(hash) {
      return "source hash \(hash)"
    }
    for (index, output) in outputs.enumerated() {
      if let fault = fault(output, plan.failure(ofOutput: index), plan.hash) {
        return "output \(index): \(fault)"
      }
    }
    let written = PlainReply.bytes(
      outputs, sourceSHA256: reply.outcome.sourceSHA256, memory: reply.memory, for: plan)
    let again = try? WorkerReply.parse(written, for: plan)
    return again == reply
      ? nil : "read as \(reply), and written and read again as \(String(describing: again))"
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
    if output.warnings.count > 16 { return "\(output.warnings.count) warnings" }
    let told = output.warnings + (failure == nil ? output.error.map { [$0] } ?? [] : [])
    return told.first { $0.message.utf8.count > 512 }.map { "a message of \($0.message.utf8.count) bytes" }
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
