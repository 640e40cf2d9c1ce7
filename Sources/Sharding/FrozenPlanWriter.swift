import JSON
import JobFile
import Planning
import Reporting
import System

/// Writes a plan for a later run, elsewhere or in parts. The first line is a header. Each other line is the
/// plan of one image. Images are ordered by shard, and within a shard by source.
///
/// The writer keeps two numbers for each image in memory, or three if the shards write shards of an export.
package struct FrozenPlanWriter {
  private let plan: BatchPlan
  private let job: JobSpec
  private let header: FrozenHeader
  private let shards: [Int32]
  private let order: [Int32]
  private let tars: [Int32]?
  /// The largest predicted cost of a shard, divided by the mean cost of the shards.
  package let balance: Double

  /// Prepares to write `plan`, cut into `count` shards. `header` gives the values of the first line, except
  /// those about shards.
  package init(_ plan: BatchPlan, _ job: JobSpec, _ header: FrozenHeader, shards count: Int) {
    self.plan = plan
    self.job = job
    let distribution = Self.distribute(plan, job, count)
    tars = distribution.tars?.starts
    let shares = distribution.shares
    balance = shares.balance
    shards = shares.shards
    order = shares.shards.indices.map { Int32($0) }.sorted { one, other in
      (shares.shards[Int(one)], one) < (shares.shards[Int(other)], other)
    }
    var header = header
    header.shards = Self.shards(plan, shares)
    header.tars = distribution.export
    self.header = header
  }

  private typealias Distribution = (shares: Shares, tars: ExportShardSeries?, export: Int?)

  /// Distributes the images to shards, in the first of these ways that gives balanced shares: runs of neighbours among
  /// the members of archives, with whole shards of an export; whole shards of an export alone; runs alone. Otherwise
  /// each image goes where there is least work. Shards that have whole shards of an export write these themselves. The
  /// export is the first entry of `exports` whose series of shards is fixed.
  private static func distribute(_ plan: BatchPlan, _ job: JobSpec, _ count: Int) -> Distribution {
    let inRunsFirst = job.sources.contains { $0.archive != nil } ? [true, false] : [false]
    for (export, entry) in job.exports.enumerated() where entry.format.hasIndependentShards {
      guard let tars = ExportShardSeries(plan, entry) else { continue }
      for inRuns in inRunsFirst {
        let shares = Shares(plan, to: count, keeping: tars, inRuns: inRuns)
        if shares.balance <= mostUneven { return (shares, tars, export) }
      }
      break
    }
    if inRunsFirst.contains(true) {
      let shares = Shares(plan, to: count, inRuns: true)
      if shares.balance <= mostUneven { return (shares, nil, nil) }
    }
    return (Shares(plan, to: count), nil, nil)
  }

  /// The largest ``balance`` of shares that keep shards of an export or neighbours together.
  private static let mostUneven = 1.1

  private static func shards(_ plan: BatchPlan, _ shares: Shares) -> [FrozenHeader.Shard] {
    var result = shares.costs.map { FrozenHeader.Shard(images: 0, rows: 0, cost: $0, bytes: 0, sha256: "") }
    for (image, shard) in zip(plan.images, shares.shards) {
      result[Int(shard)].images += 1
      result[Int(shard)].rows += image.outputs.count
    }
    return result
  }

  /// Writes the plan to `path`, by rename, and returns the written header.
  package func write(to path: String) throws -> FrozenHeader {
    var header = header
    var place = 0
    for index in header.shards.indices {
      let digest = SHA256()
      try forEachPiece(ofShard: Int32(index), from: &place) { piece in
        header.shards[index].bytes += piece.count
        piece.withUnsafeBytes { digest.update($0) }
      }
      header.shards[index].sha256 = digest.finish()
    }
    let file = try WholeFile(path)
    var json = JSONWriter()
    json.sealedLine(header)
    try Descriptor.write(json.take(), to: file.number)
    place = 0
    for index in header.shards.indices {
      try forEachPiece(ofShard: Int32(index), from: &place) { try Descriptor.write($0, to: file.number) }
    }
    try file.commit(syncs: true)
    return header
  }

  /// Calls `body` with the lines of a shard in pieces. `place` is the index of the shard's first image.
  /// Afterwards `place` is the index after its last image.
  private func forEachPiece(
    ofShard shard: Int32, from place: inout Int, _ body: ([UInt8]) throws -> Void
  ) throws {
    var json = JSONWriter()
    while place < order.count, shards[Int(order[place])] == shard {
      let image = Int(order[place])
      json.sealedLine(
        FrozenImage(
          plan.images[image], split: split(ofImage: image), tar: tars.map { $0[image] },
          columns: plan.columns.rows(ofImage: image), carried: plan.members.endings(ofImage: image)))
      place += 1
      if json.count >= JSONWriter.chunk { try body(json.take()) }
    }
    try body(json.take())
  }

  private func split(ofImage place: Int) -> String? {
    guard let parts = job.split?.parts, plan.splits.indices.contains(place) else { return nil }
    return parts[Int(plan.splits[place])].name
  }
}
