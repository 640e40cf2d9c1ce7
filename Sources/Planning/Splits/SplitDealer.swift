import JobFile

/// Deals groups to the parts of an exact split.
///
/// Each part gets its share of each sort of group, rounded down or up. The dealer rounds in favour of the parts that
/// lack most of all groups so far, so that the shares come out over all sorts too.
struct SplitDealer {
  private let split: Split
  /// For each part its share of all groups so far, less the groups that it has. The numbers add up to 0.
  private var lacking: [Double]
  /// Below this, a difference between a share and a whole number is a rounding error.
  private static let rounding = 1e-6

  init(_ split: Split) {
    self.split = split
    lacking = split.parts.map { _ in 0 }
  }

  /// The parts of new groups of one sort. `numbers` are the numbers of these groups, in ascending order. `counts` are
  /// the numbers of groups of this sort that the parts have already.
  ///
  /// A group goes to the part that its number selects, if this part still lacks groups. So few groups change their part
  /// if a split becomes exact.
  mutating func deal(_ numbers: [UInt64], beside counts: [Int]) -> [Int] {
    var free = room(for: numbers.count, beside: counts)
    var parts = numbers.map { number -> Int? in
      let part = split.part(at: number)
      if free[part] == 0 { return nil }
      free[part] -= 1
      return part
    }
    var part = 0
    for place in parts.indices where parts[place] == nil {
      while free[part] == 0 { part += 1 }
      free[part] -= 1
      parts[place] = part
    }
    return parts.compactMap(\.self)
  }

  /// The number of new groups for each part. Together they are `new`.
  private mutating func room(for new: Int, beside counts: [Int]) -> [Int] {
    let total = Double(counts.reduce(new, +))
    let shares = split.parts.map { total * $0.share / 100 }
    var room = counts.map { _ in 0 }
    for (part, share) in shares.enumerated() { lacking[part] += share - Double(counts[part]) }
    for _ in 0..<new {
      let part = next(shares, zip(counts, room).map { $0 + $1 })
      room[part] += 1
      lacking[part] -= 1
    }
    return room
  }

  /// The part that gets the next group. `counts` are the groups that the parts have.
  private func next(_ shares: [Double], _ counts: [Int]) -> Int {
    let missing = zip(shares, counts).map { ($0 + Self.rounding).rounded(.down) - Double($1) }
    if let most = missing.max(), most > 0 { return missing.firstIndex(of: most) ?? 0 }
    let open = shares.indices.filter { Double(counts[$0]) < (shares[$0] - Self.rounding).rounded(.up) }
    return open.max { (lacking[$0], $1) < (lacking[$1], $0) } ?? 0
  }
}
