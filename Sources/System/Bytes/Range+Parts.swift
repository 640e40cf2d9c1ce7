extension Range<Int> {
  /// Neighbouring ranges of at most `count` numbers.
  package func parts(of count: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: count).map { $0..<Swift.min($0 + count, upperBound) }
  }
}
