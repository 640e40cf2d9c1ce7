import ImageModel
import JobFile
import System

/// Distributes images over shards: all images of a source to one shard, and about equal work to each.
///
/// A unit is a group of images that stay together. Units are distributed in the order of their cost, the most
/// expensive first. Each goes to the shard with the least work so far. So the largest share exceeds the mean
/// by at most the cost of one unit (Graham 1969, longest processing time first).
package struct Shares {
  /// The shard of each image, 0..<count.
  package let shards: [Int32]
  /// Each shard's cost: the sum of its images' ``ImagePlan/cost``.
  package let costs: [Int]

  /// The shares of `count` shards in a plan. With `tars`, all images of a tar shard go to one shard. The
  /// same images always give the same shares.
  package init(_ plan: BatchPlan, to count: Int, keeping tars: TarShardSeries? = nil) {
    var units = Units(plan.images)
    if let tars { units.join(plan, tars) }
    var order: [(root: Int32, cost: Int)] = []
    for (root, cost) in units.costs(plan.images).enumerated() where cost > 0 {
      order.append((Int32(clamping: root), cost))
    }
    order.sort { $0.cost != $1.cost ? $0.cost > $1.cost : $0.root < $1.root }
    var loads = MinHeap((0..<count).map { Load(shard: $0) })
    var costs = [Int](repeating: 0, count: count)
    var shardOfRoot = [Int32](repeating: 0, count: plan.images.count)
    for (root, cost) in order {
      guard var least = loads.first else { break }
      shardOfRoot[Int(root)] = Int32(clamping: least.shard)
      least.cost += cost
      costs[least.shard] = least.cost
      loads.replaceFirst(with: least)
    }
    shards = plan.images.indices.map { shardOfRoot[units.root(of: $0)] }
    self.costs = costs
  }

  /// The largest share divided by the mean; 1 if all are equal.
  package var balance: Double {
    let sum = costs.reduce(0, +)
    return sum == 0 ? 1 : Double(costs.max() ?? 0) * Double(costs.count) / Double(sum)
  }
}

/// A shard's work so far. The order is by work, then by index.
private struct Load: Comparable {
  var cost = 0
  let shard: Int

  static func < (one: Load, other: Load) -> Bool { (one.cost, one.shard) < (other.cost, other.shard) }
}

/// Units of images that stay together. Each unit is a tree, and each image has a parent in its tree.
private struct Units {
  private var parents: [Int32]

  /// Begins with one unit for each source. The unit has all images of the source.
  init(_ images: [ImagePlan]) {
    parents = images.indices.map { Int32(clamping: $0) }
    // A plan is in the order of sources.
    for place in images.indices.dropFirst()
    where images[place].source.hasSameBytes(as: images[place - 1].source) {
      join(place - 1, place)
    }
  }

  /// Joins the images of each tar shard of a series.
  mutating func join(_ plan: BatchPlan, _ tars: TarShardSeries) {
    var last: [Int32: (tar: Int, place: Int)] = [:]
    for (place, image) in plan.images.enumerated() where !image.makeable.isEmpty {
      let split = tars.split(ofImage: place, plan)
      if let last = last[split], last.tar == Int(tars.starts[place]) { join(last.place, place) }
      last[split] = (tars.last(image, at: place), place)
    }
  }

  /// Each tree's cost, at the index of its root.
  mutating func costs(_ images: [ImagePlan]) -> [Int] {
    var costs = [Int](repeating: 0, count: images.count)
    for (place, image) in images.enumerated() { costs[root(of: place)] += image.cost }
    return costs
  }

  mutating func root(of place: Int) -> Int {
    var place = place
    while Int(parents[place]) != place {
      parents[place] = parents[Int(parents[place])]
      place = Int(parents[place])
    }
    return place
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (first, second) = (root(of: one), root(of: other))
    parents[max(first, second)] = Int32(clamping: min(first, second))
  }
}
