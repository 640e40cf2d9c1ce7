extension String {
  /// Returns the word of `known` that this text most likely stands for; nil if no word is similar enough.
  ///
  /// At most a third of this text's letters may be wrong, missing, surplus or exchanged. One error is always
  /// allowed.
  package func misspelt(of known: [String]) -> String? {
    guard (1...40).contains(utf8.count) else { return nil }
    return nearest(of: known, within: Swift.max(1, utf8.count / 3))
  }

  /// Compares this text with each word of `known`. Returns the first of the words that differ from this text
  /// by the fewest changes. Nil if every word differs by more than `most` changes.
  func nearest(of known: [String], within most: Int = .max) -> String? {
    let ranked = known.map { (word: $0, distance: editDistance(to: $0)) }
    return ranked.filter { $0.distance <= most }.min { $0.distance < $1.distance }?.word
  }

  /// The fewest insertions, deletions, replacements and exchanges of neighbours between two words, in bytes
  /// of UTF-8. Each letter is touched once (optimal string alignment).
  private func editDistance(to other: String) -> Int {
    let (a, b) = (Array(utf8), Array(other.utf8))
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = Swift.min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = Swift.min(cost, older[j - 1] + 1) }
        row.append(cost)
      }
      (older, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
