import Glibc

extension String {
  /// True if `other` has the same bytes. File names are compared in this way. `==` treats two spellings of
  /// one letter as equal.
  package func hasSameBytes(as other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
          return one.isEmpty && other.isEmpty
        }
        return memcmp(start, otherStart, one.count) == 0
      }
    }
  }
}
