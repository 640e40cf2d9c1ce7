import ImageModel

/// Deals images out to shards: all of one source to one of them, and about as much work to each.
///
/// The dearest goes first, each to the shard that has least by then; so the largest share exceeds the mean by the cost of
/// one source at most (Graham 1969, longest processing time first).
package enum Shares {
  /// The shard of each of `images`, 0..<`count`. The same images give the same shares.
  package static func deal(_ images: [ImagePlan], to count: Int) -> [Int32] {
    var numbers: [ExactText: Int] = [:]
    var units: [(number: Int, cost: Int)] = []
    let unitOfImage = images.map { image -> Int in
      let next = units.count
      let number = numbers[ExactText(image.source), default: next]
      if number == next {
        numbers[ExactText(image.source)] = next
        units.append((next, 0))
      }
      units[number].cost += image.cost
      return number
    }
    units.sort { $0.cost != $1.cost ? $0.cost > $1.cost : $0.number < $1.number }
    var loads = MinHeap((0..<count).map { Load(shard: $0) })
    var shardOfUnit = [Int32](repeating: 0, count: units.count)
    for unit in units {
      guard var least = loads.first else { break }
      shardOfUnit[unit.number] = Int32(clamping: least.shard)
      least.cost += unit.cost
      loads.replaceFirst(with: least)
    }
    return unitOfImage.map { shardOfUnit[$0] }
  }
}

/// What a shard has so far. The least has least, of equal ones the first.
private struct Load: Comparable {
  var cost = 0
  let shard: Int

  static func < (one: Load, other: Load) -> Bool { (one.cost, one.shard) < (other.cost, other.shard) }
}
