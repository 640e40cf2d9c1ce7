/// The groups of one split in a plan.
package struct SplitCount: Hashable, Sendable {
  package let name: String
  /// The split's share of all groups in per cent, 0...100, as the job asks for it.
  package let share: Double
  package let groups: Int

  package init(name: String, share: Double, groups: Int) {
    (self.name, self.share, self.groups) = (name, share, groups)
  }
}

/// A group of an exact split, with its split.
package struct DealtGroup: Hashable, Sendable {
  /// The text of the group.
  package let name: String
  /// The name of the group's split.
  package let split: String
}

extension BatchPlan {
  /// The splits that miss their shares, in words. A split misses its share if it has over 3 per cent of all groups more
  /// or less, and at least one group. Fewer groups can't be dealt better.
  package var missedShares: [String] {
    let total = splitCounts.reduce(0) { $0 + $1.groups }
    return splitCounts.compactMap { count in
      let miss = abs(Double(count.groups) - Double(total) * count.share / 100)
      guard miss >= 1, miss * 100 > 3 * Double(total) else { return nil }
      let share = Int(exactly: count.share).map { String($0) } ?? String(count.share)
      return "split '\(count.name)' has \(count.groups) of \(total) groups and not \(share)%"
    }
  }
}
