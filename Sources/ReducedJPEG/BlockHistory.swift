/// Which AC coefficients of a component's blocks aren't 0 by the scans so far, kept or not: what the length of data that
/// refines them depends on (ITU-T T.81, G.1.2.3).
final class BlockHistory {
  /// A bit for each coefficient of each block, in the file's order.
  let blocks: UnsafeMutablePointer<UInt64>

  init(_ count: Int) {
    blocks = .allocate(capacity: count)
    blocks.initialize(repeating: 0, count: count)
  }

  deinit { blocks.deallocate() }
}
