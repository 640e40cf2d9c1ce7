/// Failed rows for people.
package enum FailureCount {
  /// Such as `3 failed`, and `3 failed, 2 of them reported before` if the last run reported `known` of them.
  package static func text(_ failed: Int, known: Int, _ verb: String = "failed") -> String {
    "\(failed) \(verb)" + (known > 0 ? ", \(known) of them reported before" : "")
  }
}

extension Int {
  /// Such as `1 image` and `2 images`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
