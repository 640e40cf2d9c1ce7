/// Byte counts for people.
package enum ByteCount {
  /// Such as `14.2 MB`; powers of 1000.
  package static func text(_ bytes: Int) -> String {
    for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]
    // What rounds to 1000.0 of the unit below is 1.0 of this one.
    where bytes >= size - size / 20_000 {
      let tenths = (bytes * 10 + size / 2) / size
      return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return "\(bytes) B"
  }
}

/// Failed rows for people.
package enum FailureCount {
  /// Such as `3 failed`, and `3 failed, 2 of them told before` where the last run told `known` of them.
  package static func text(_ failed: Int, known: Int) -> String {
    "\(failed) failed" + (known > 0 ? ", \(known) of them told before" : "")
  }
}

extension Int {
  /// Such as `1 image` and `2 images`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
