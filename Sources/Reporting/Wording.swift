/// The number of failed rows in words.
package enum FailureCount {
  /// For example `3 failed`. If the last run reported `known` of them: `3 failed, 2 of them reported before`.
  package static func text(_ failed: Int, known: Int, _ verb: String = "failed") -> String {
    "\(failed) \(verb)" + (known > 0 ? ", \(known) of them reported before" : "")
  }
}

/// The number of outputs in words that a run leaves alone.
enum OlderCount {
  /// For example `7 done before`. If other versions made `older` of them: `7 done before (5 by other versions)`.
  static func text(_ done: Int, older: Int) -> String { "\(done) done before\(part(older))" }

  /// The part in parentheses, with a space before it; empty for 0.
  static func part(_ older: Int) -> String { older > 0 ? " (\(older) by other versions)" : "" }
}

extension Int {
  /// For example `1 image` and `2 images`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
