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
    var loads = Loads(count: count)
    var shardOfUnit = [Int32](repeating: 0, count: units.count)
    for unit in units { shardOfUnit[unit.number] = Int32(clamping: loads.addToLeast(unit.cost)) }
    return unitOfImage.map { shardOfUnit[$0] }
  }

  /// What each shard costs, by its images' ``ImagePlan/cost``.
  package static func costs(_ images: [ImagePlan], _ shards: [Int32], count: Int) -> [Int] {
    var costs = [Int](repeating: 0, count: count)
    for (image, shard) in zip(images, shards) { costs[Int(shard)] += image.cost }
    return costs
  }
}

/// What shards have so far: a binary heap with the least on top, of equal ones the first.
private struct Loads {
  private var heap: [(load: Int, shard: Int)]

  init(count: Int) { heap = (0..<max(1, count)).map { (0, $0) } }

  /// Adds to the shard that has least, and returns which that is.
  mutating func addToLeast(_ cost: Int) -> Int {
    let shard = heap[0].shard
    heap[0].load += cost
    var place = 0
    while let next = lesserChild(of: place), heap[next] < heap[place] {
      heap.swapAt(place, next)
      place = next
    }
    return shard
  }

  private func lesserChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    if left >= heap.count { return nil }
    return right < heap.count && heap[right] < heap[left] ? right : left
  }
}
