/// Writes numbers of bytes as texts for people.
package enum ByteCount {
  /// A count with its unit, such as `14.2 MB`. Units are powers of 1000.
  package static func text(_ bytes: Int) -> String {
    for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]
    // A count that rounds to 1000.0 of the smaller unit is 1.0 of this one.
    where bytes >= size - size / 20_000 {
      // A tenth of the unit is a whole number of bytes.
      let tenths = bytes / (size / 10) + (bytes % (size / 10) * 2 >= size / 10 ? 1 : 0)
      return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return "\(bytes) B"
  }

  /// The texts of two counts that a message compares. Both texts are in bytes if a larger unit would make
  /// them equal.
  package static func texts(_ one: Int, _ other: Int) -> (one: String, other: String) {
    let texts = (text(one), text(other))
    return texts.0 == texts.1 ? ("\(one) B", "\(other) B") : texts
  }
}
