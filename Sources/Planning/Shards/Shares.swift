import ImageModel
import JobFile
import System

/// Distributes images over shards: all images of a source to one shard, and about equal work to each.
///
/// A unit is a group of images that stay together. Units are distributed in the order of their cost, the most
/// expensive first. Each goes to the shard with the least work so far. So the largest share exceeds the mean
/// by at most the cost of one unit (Graham 1969, longest processing time first).
///
/// Members of archives may be cut into runs instead: each shard gets neighbouring members, and so a part of one archive
/// or of few. A unit goes to the shard whose part of the members' work holds the middle of the unit. So a run exceeds
/// its part by at most half of its first unit and half of its last one. The other units are distributed after the runs.
package struct Shares {
  /// The shard of each image, 0..<count.
  package let shards: [Int32]
  /// Each shard's cost: the sum of its images' ``ImagePlan/cost``.
  package let costs: [Int]

  /// The shares of `count` shards in a plan. With `tars`, all images of a shard of an export go to one shard. With
  /// `inRuns`, members of archives are cut into runs. The same images always give the same shares.
  package init(
    _ plan: BatchPlan, to count: Int, keeping tars: ExportShardSeries? = nil, inRuns: Bool = false
  ) {
    var units = Units(plan.images)
    if let tars { units.join(plan, tars) }
    var (order, members): ([Cost], [Cost]) = ([], [])
    for (root, cost) in units.costs(plan.images).enumerated() where cost > 0 {
      let isMember = inRuns && MemberPath(plan.images[root].source) != nil
      let unit = Cost(root: Int32(clamping: root), cost: cost)
      if isMember { members.append(unit) } else { order.append(unit) }
    }
    var costs = [Int](repeating: 0, count: count)
    var shardOfRoot = [Int32](repeating: 0, count: plan.images.count)
    for (unit, shard) in zip(members, Self.runs(members.map(\.cost), to: count)) {
      shardOfRoot[Int(unit.root)] = Int32(clamping: shard)
      costs[shard] += unit.cost
    }
    order.sort { $0.cost != $1.cost ? $0.cost > $1.cost : $0.root < $1.root }
    var loads = MinHeap((0..<count).map { Load(cost: costs[$0], shard: $0) })
    for unit in order {
      guard var least = loads.first else { break }
      shardOfRoot[Int(unit.root)] = Int32(clamping: least.shard)
      least.cost += unit.cost
      costs[least.shard] = least.cost
      loads.replaceFirst(with: least)
    }
    shards = plan.images.indices.map { shardOfRoot[units.root(of: $0)] }
    self.costs = costs
  }

  /// The shards of units with these costs, in ascending order.
  private static func runs(_ costs: [Int], to count: Int) -> [Int] {
    let sum = costs.reduce(0, +)
    var before = 0
    return costs.map { cost in
      defer { before += cost }
      // Below `count`, because the middle of a unit lies before the end of the last one.
      return sum.dividingFullWidth(count.multipliedFullWidth(by: before + cost / 2)).quotient
    }
  }

  /// The largest share divided by the mean; 1 if all are equal.
  package var balance: Double {
    let sum = costs.reduce(0, +)
    return sum == 0 ? 1 : Double(costs.max() ?? 0) * Double(costs.count) / Double(sum)
  }
}

/// A unit's cost. The unit is named by the index of its first image.
private struct Cost {
  let root: Int32
  let cost: Int
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

  /// Joins the images of each shard of an export of a series.
  mutating func join(_ plan: BatchPlan, _ tars: ExportShardSeries) {
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
