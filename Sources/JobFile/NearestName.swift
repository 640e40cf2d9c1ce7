/// The one of `names` that takes the fewest changes to become: the first of several; nil when there are none.
///
/// A change is a letter put in, left out, replaced, or swapped with its neighbour.
func nearestName(to word: String, among names: [String]) -> String? {
  names.min { changes(from: word, to: $0) < changes(from: word, to: $1) }
}

/// Optimal string alignment distance, in Unicode scalars.
private func changes(from one: String, to other: String) -> Int {
  let (a, b) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
