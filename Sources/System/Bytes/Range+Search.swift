extension Range<Int> {
  /// The first number in this range for which `isBehind` is true, or the range's end if there is none.
  /// `isBehind` must be true for all later numbers too.
  package func firstPlace(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
