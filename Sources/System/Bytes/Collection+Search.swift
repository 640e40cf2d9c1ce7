// The standard library's own searches stand in a module that brings the whole engine of regular expressions along: a
// megabyte of the program. The rooms are compiled without that module.

extension Collection where Element: Equatable {
  /// The first place at which all elements of `part` stand side by side; nil if there is none or `part` is empty.
  @inlinable
  package func firstRange(of part: some Collection<Element>) -> Range<Index>? {
    guard let first = part.first else { return nil }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return start..<rest.index(start, offsetBy: part.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// True if all elements of `part` stand side by side somewhere.
  @inlinable
  package func contains(_ part: some Collection<Element>) -> Bool { firstRange(of: part) != nil }
}

extension RangeReplaceableCollection where Element: Equatable {
  /// The same elements with `other` in each place of `part`. Places don't overlap: they are looked for from the start.
  @inlinable
  package func replacing(_ part: some Collection<Element>, with other: some Collection<Element>) -> Self {
    var result = Self()
    var rest = self[...]
    while let found = rest.firstRange(of: part) {
      result += rest[..<found.lowerBound]
      result += other
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}
