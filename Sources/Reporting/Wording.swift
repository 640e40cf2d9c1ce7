/// The number of failed rows in words.
package enum FailureCount {
  /// For example `3 failed`. If the last run reported `known` of them: `3 failed, 2 of them reported before`.
  package static func text(_ failed: Int, known: Int, _ verb: String = "failed") -> String {
    "\(failed) \(verb)" + (known > 0 ? ", \(known) of them reported before" : "")
  }
}

extension Int {
  /// For example `1 image` and `2 images`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
