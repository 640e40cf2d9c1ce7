/// Zeroed memory for a fixed number of integers.
final class TableMemory<Element: FixedWidthInteger> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ count: Int) {
    self.count = count
    base = .allocate(capacity: count)
    base.initialize(repeating: 0, count: count)
  }

  deinit { base.deallocate() }
}
