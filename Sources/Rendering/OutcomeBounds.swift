import ImageModel
import Planning

/// Limits on the texts of an outcome, so that the reply of a worker process has a bounded size. The limits
/// also hold without worker processes, so a manifest doesn't depend on `isolation`.
package enum OutcomeBounds {
  /// The most bytes of a finding's message.
  package static let message = 512
  /// The most warnings and notes of one output.
  package static let findings = 16

  /// The most bytes that the messages of one outcome have together, except placeholders. Equal findings count once.
  package static func messages(outputs: Int) -> Int { 3000 + 90 * outputs }

  /// The most bytes that the placeholders of one outcome have together.
  package static func placeholders(_ plan: ImagePlan) -> Int {
    plan.outputs.reduce(0) { $0 + ($1.encode.placeholder?.mostBytes ?? 0) }
  }
}

extension ImageOutcome {
  /// Applies ``OutcomeBounds``: removes the last findings of an output, and cuts off the ends of messages. Placeholders
  /// have bounds of their own, and stay whole. Errors that the plan contains are neither counted nor cut.
  mutating func bound(by plan: ImagePlan) {
    var table = BoundedMessages(left: OutcomeBounds.messages(outputs: outputs.count))
    for index in outputs.indices {
      if let error = outputs[index].error, error != plan.failure(ofOutput: index) {
        outputs[index].error = table.bounded(error)
      }
      var room = OutcomeBounds.findings - outputs[index].findings.count { $0.code == .placeholder }
      outputs[index].findings = outputs[index].findings.compactMap { finding in
        if finding.code == .placeholder { return finding }
        room -= 1
        return room >= 0 ? table.bounded(finding) : nil
      }
    }
  }
}

/// Cuts messages to a total number of bytes. Equal findings count once.
private struct BoundedMessages {
  /// Bytes left for the messages of new findings.
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
  /// The longest prefix of whole Unicode characters with at most `count` bytes of UTF-8.
  fileprivate func prefix(bytes count: Int) -> String {
    if utf8.count <= count { return self }
    var end = utf8.index(startIndex, offsetBy: count)
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { utf8.formIndex(before: &end) }
    return String(self[..<end])
  }
}
