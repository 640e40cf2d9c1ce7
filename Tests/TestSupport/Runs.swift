extension [Bool] {
  /// The lengths of the runs of equal values, as COCO counts the samples of a mask: the first run is one of false values,
  /// and may be empty.
  package var runs: [Int] {
    var (counts, last) = ([0], false)
    for value in self {
      if value != last { counts.append(0) }
      counts[counts.count - 1] += 1
      last = value
    }
    return counts
  }
}
