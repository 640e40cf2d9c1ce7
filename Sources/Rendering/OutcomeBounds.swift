import ImageModel
import Planning

/// How much an outcome may say, so that a worker's answer has a bounded size. It holds without workers too: a
/// manifest doesn't depend on where the work was done.
package enum OutcomeBounds {
  /// Bytes of a finding's message.
  package static let message = 512
  /// Warnings and notes of one output.
  package static let findings = 16

  /// Bytes of the messages of all different findings of one outcome.
  package static func messages(outputs: Int) -> Int { 3000 + 90 * outputs }
}

extension ImageOutcome {
  /// Leaves out what is beyond ``OutcomeBounds``: the last findings and the ends of the last messages. What the plan
  /// says itself is neither counted nor cut.
  mutating func bound(by plan: ImagePlan) {
    var table = BoundedMessages(left: OutcomeBounds.messages(outputs: outputs.count))
    for index in outputs.indices {
      if let error = outputs[index].error, error != plan.failure(ofOutput: index) {
        outputs[index].error = table.bounded(error)
      }
      outputs[index].findings = outputs[index].findings.prefix(OutcomeBounds.findings).map {
        table.bounded($0)
      }
    }
  }
}

/// Counts the messages of different findings.
private struct BoundedMessages {
  /// Bytes that are left for messages that weren't there before.
  var left: Int
  private var known: [Finding: Finding] = [:]

  init(left: Int) { self.left = left }

  mutating func bounded(_ finding: Finding) -> Finding {
    if let known = known[finding] { return known }
    let message = finding.message.prefix(bytes: min(left, OutcomeBounds.message))
    left -= message.utf8.count
    let bounded = Finding(finding.code, message)
    known[finding] = bounded
    return bounded
  }
}

extension String {
  /// As many whole characters of Unicode from the start as fit into `count` bytes of UTF-8.
  fileprivate func prefix(bytes count: Int) -> String {
    if utf8.count <= count { return self }
    var end = utf8.index(startIndex, offsetBy: count)
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { utf8.formIndex(before: &end) }
    return String(self[..<end])
  }
}
