import ImageModel
import JobFile
import Planning
import TestSupport
import Testing

/// How plans are cut into shards.
@Suite struct SharesTests {
  /// A plan of images with so many bytes each, and one output.
  private func plan(_ bytes: [Int], sources: [String]? = nil) throws -> BatchPlan {
    let job = try PlannedJob(output: "resize: {width: 50}")
    let images = try bytes.enumerated().map { index, bytes in
      var image = try job.image(SourceInfo(200, 100, bytes: bytes))
      image.index = index + 1
      image.source = sources?[index] ?? "\(index).jpg"
      return image
    }
    return BatchPlan(images: images)
  }

  /// Expects that the costs of `count` shards are those of their images, and that no shard exceeds the mean by more than
  /// the dearest image.
  private func checkCosts(of shares: Shares, _ count: Int, _ plan: BatchPlan) throws {
    let costs = plan.images.map(\.cost)
    var sums = [Int](repeating: 0, count: count)
    for (cost, shard) in zip(costs, shares.shards) { sums[Int(shard)] += cost }
    #expect(sums == shares.costs)
    let dearest = try #require(costs.max())
    #expect(sums.allSatisfy { $0 <= sums.reduce(0, +) / count + dearest })
  }

  @Test("The dearest go first, each to whoever has least; equal ones in order")
  func dearestFirst() throws {
    // 7, 6, 5, 4 and 3 million bytes to two: 7+4, 6+5, and 3 to the first of equals.
    let plan = try plan([3, 4, 5, 6, 7].map { $0 * 1_000_000 })
    #expect(Shares(plan, to: 2).shards == [0, 0, 1, 1, 0])
    #expect(Shares(plan, to: 1).shards == [0, 0, 0, 0, 0])
    #expect(Shares(plan, to: 7).shards == [4, 3, 2, 1, 0])
  }

  @Test("Items of one source stay together")
  func oneSource() throws {
    let plan = try plan([5, 5, 5, 5].map { $0 * 1_000_000 }, sources: ["a", "a", "a", "b"])
    #expect(Shares(plan, to: 2).shards == [0, 0, 0, 1])
  }

  @Test("No share exceeds the mean by more than the dearest source, and costs add up")
  func bound() throws {
    var random = SplitMix64(seed: 5)
    for count in [1, 2, 3, 8, 64] {
      let plan = try plan((0..<300).map { _ in Int.random(in: 10_000...9_000_000, using: &random) })
      let shares = Shares(plan, to: count)
      try checkCosts(of: shares, count, plan)
      #expect(shares.balance <= 1.1)
    }
  }

  private func members(_ archive: String, _ numbers: Range<Int>) -> [String] {
    numbers.map { "\(archive).tar::\($0).jpg" }
  }

  @Test("Members of archives go to shards in runs, and other sources level the shards")
  func runs() throws {
    let shards = { (bytes: [Int], sources: [String], count: Int) in
      Shares(try plan(bytes.map { $0 * 1_000_000 }, sources: sources), to: count, inRuns: true).shards
    }
    // Middles at 1, 3, 5, 7, 9 and 11 twelfths of the work.
    let two = members("a", 0..<4) + members("b", 0..<2)
    #expect(try shards(Array(repeating: 1, count: 6), two, 3) == [0, 0, 1, 1, 2, 2])
    #expect(try shards(Array(repeating: 1, count: 6), two, 1) == [0, 0, 0, 0, 0, 0])
    // Whole archives, where these are equal.
    let equal = members("a", 0..<3) + members("b", 0..<3)
    #expect(try shards(Array(repeating: 2, count: 6), equal, 2) == [0, 0, 0, 1, 1, 1])
    // Middles at about 2, 4.5, 5.5 and 8 tenths.
    #expect(try shards([4, 1, 1, 4], members("a", 0..<4), 2) == [0, 0, 1, 1])
    // The file goes to the shard with less work.
    #expect(try shards([3, 1, 1], members("a", 0..<2) + ["z.jpg"], 2) == [0, 1, 1])
    #expect(try shards([1, 1], ["a.jpg", "b.jpg"], 2) == [0, 1])
  }

  @Test("A run exceeds the mean by at most the dearest source, and runs follow one another")
  func runBound() throws {
    var random = SplitMix64(seed: 6)
    for count in [1, 2, 3, 8, 64, 400] {
      let sources = members("a", 0..<100) + members("b", 0..<150) + (0..<50).map { "z\($0).jpg" }
      let plan = try plan(
        sources.map { _ in Int.random(in: 10_000...9_000_000, using: &random) }, sources: sources)
      let shares = Shares(plan, to: count, inRuns: true)
      try checkCosts(of: shares, count, plan)
      #expect(zip(shares.shards.prefix(250), shares.shards.prefix(250).dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test("More bytes, a deeper crop, more samples, more pixels and more outputs cost more")
  func cost() throws {
    let cost = { (keys: String, info: SourceInfo) in try PlannedJob(output: keys).image(info).cost }
    let plain = try cost("resize: {width: 50}", SourceInfo(2000, 1000, bytes: 1_000_000))
    #expect(try cost("resize: {width: 50}", SourceInfo(2000, 1000, bytes: 2_000_000)) > plain)
    #expect(try cost("resize: {width: 900}", SourceInfo(2000, 1000, bytes: 1_000_000)) > plain)
    #expect(
      try cost("crop: '0,0,2000,100'\n    resize: {width: 50}", SourceInfo(2000, 1000, bytes: 1_000_000))
        < plain)
  }
}

/// In which tar file each output goes.
@Suite struct TarSeriesTests {
  private func series(_ outputs: [Int], most: Int) throws -> ExportShardSeries {
    let list = (0..<(outputs.max() ?? 1)).map { "  - path: \"{stem}-\($0).jpg\"\n" }.joined()
    let job = try PlannedJob(
      "sources: [{path: a.jpg}]\noutputs:\n\(list)exports: [{format: webdataset, path: \"{shard}.tar\", max_count: \(most)}]\n"
    )
    let images = try outputs.map { count in
      var image = try job.image(SourceInfo(200, 100))
      for index in count..<image.outputs.count { image.outputs[index].error = Finding(.cropEmpty, "none") }
      return image
    }
    return try #require(ExportShardSeries(BatchPlan(images: images), job.spec.exports[0]))
  }

  @Test(
    "An image's outputs stay together where they fit",
    arguments: [
      ([1, 1, 1, 1, 1], 2, [0, 0, 1, 1, 2]), ([2, 2, 2], 3, [0, 1, 2]), ([2, 1, 2, 2], 3, [0, 0, 1, 2]),
      // More than fit: from a fresh one on, and the next image goes on in the last.
      ([1, 5, 1, 1], 3, [0, 1, 2, 3]), ([3, 3], 1, [0, 3]), ([0, 2, 0, 1], 2, [0, 0, 0, 1]),
    ])
  func starts(_ outputs: [Int], _ most: Int, _ expected: [Int32]) throws {
    let starts = try series(outputs, most: most).starts
    // For an image without outputs it says nothing.
    for (place, count) in outputs.enumerated() where count > 0 { #expect(starts[place] == expected[place]) }
  }

  @Test("Outputs beyond those that fit go into the next")
  func ordinals() throws {
    let series = try series([1, 5, 1], most: 3)
    #expect((0..<5).map { series.shard(of: $0, among: 5, ofImage: 1) } == [1, 1, 1, 2, 2])
    #expect(series.shard(of: 0, among: 1, ofImage: 2) == 2)
  }

  @Test("Shares are cut along tar files")
  func shares() throws {
    let job = try PlannedJob(
      "sources: [{path: a.jpg}]\noutputs: [{path: \"{stem}.jpg\"}]\nexports: [{format: webdataset, path: \"{shard}.tar\", max_count: 3}]\n"
    )
    let images = try (0..<12).map { index in
      var image = try job.image(SourceInfo(200, 100))
      image.source = "\(index)"
      return image
    }
    let plan = BatchPlan(images: images)
    let shares = Shares(plan, to: 2, keeping: ExportShardSeries(plan, job.spec.exports[0]))
    #expect(shares.shards == [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1])
  }
}
