import ImageModel
import TestSupport
import Testing

@testable import JobFile
@testable import Planning

@Suite struct SplitDealTests {
  private func split(_ shares: [Double]) -> Split {
    Split(
      group: .picture,
      parts: shares.enumerated().map { Split.Part(name: String($0.offset), share: $0.element) }, isExact: true
    )
  }

  private func count(_ parts: [Int], _ shares: [Double]) -> [Int] {
    shares.indices.map { part in parts.count { $0 == part } }
  }

  /// 80, 10 and 10 per cent of 7 are 5.6, 0.7 and 0.7: 5 by rounding down, and one more for the two parts that lack
  /// most, which are those with 0.7.
  @Test func sharesAreExactToOneGroup() {
    let numbers = (0..<7).map { UInt64($0) << 58 }
    var dealer = SplitDealer(split([80, 10, 10]))
    #expect(count(dealer.deal(numbers, beside: [0, 0, 0]), [80, 10, 10]) == [5, 1, 1])
  }

  /// Any groups, any shares, groups that come in four steps: each part has its share of all groups, rounded down or up,
  /// and no group moves.
  @Test(arguments: 0..<40)
  func stepsKeepTheShares(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var cuts = (0..<3).map { _ in Int(random.next() % 101) }.sorted()
    cuts = [0] + cuts + [100]
    let shares = zip(cuts, cuts.dropFirst()).map { Double($1 - $0) }
    var counts = shares.map { _ in 0 }
    for _ in 0..<4 {
      let numbers = (0..<Int(random.next() % 60)).map { _ in random.next() }.sorted()
      var dealer = SplitDealer(split(shares))
      let parts = dealer.deal(numbers, beside: counts)
      #expect(parts.count == numbers.count)
      for part in parts { counts[part] += 1 }
      let total = Double(counts.reduce(0, +))
      for (count, share) in zip(counts, shares) { #expect(abs(Double(count) - total * share / 100) < 1) }
    }
  }

  /// Of 1000 groups the hashes give a part give or take 16: only these few are dealt elsewhere.
  @Test func fewGroupsLeaveThePartOfTheirHash() {
    let split = split([50, 50])
    let numbers = (0..<1000).map { Split.number(ofGroup: "picture-\($0)") }.sorted()
    var dealer = SplitDealer(split)
    let parts = dealer.deal(numbers, beside: [0, 0])
    let byHash = numbers.map(split.part(at:))
    #expect(count(parts, [50, 50]) == [500, 500])
    #expect(zip(parts, byHash).count { $0 != $1 } == abs(count(byHash, [50, 50])[0] - 500))
  }

  /// 100 sorts of one group each: no sort has a share of 10 per cent, but all of them together have.
  @Test func roundingEvensOutOverSorts() {
    var dealer = SplitDealer(split([80, 10, 10]))
    var counts = [0, 0, 0]
    for sort in 0..<100 {
      for part in dealer.deal([UInt64(sort) << 57], beside: [0, 0, 0]) { counts[part] += 1 }
    }
    #expect(counts == [80, 10, 10])
  }

  @Test func partsWithTooManyGetNone() {
    var dealer = SplitDealer(split([50, 50]))
    #expect(dealer.deal([0, 1, 2], beside: [9, 0]) == [1, 1, 1])
  }

  private func deal(
    _ keys: String, _ paths: [String], recorded: [UInt64: Int32] = [:], failing: Set<String> = []
  ) throws -> (deal: Planner.Deal, paths: [String?]) {
    let job = try PlannedJob(
      "sources: ['photos/**']\n\(keys)\noutputs: [{path: '{split}/{dir}/{stem}.jpg'}]")
    let items = paths.map { SourceItem(path: Array("photos/\($0)".utf8), entry: 0, fixedLength: 7) }
    let planner = Planner(job.spec)
    var images = items.enumerated().map { index, item in
      planner.plan(
        item, index: index + 1,
        info: failing.contains(paths[index])
          ? .failure(SourceRefusal(Finding(.emptyFile, "the file is empty"))) : .success(SourceInfo(30, 20)))
    }
    let deal = planner.deal(images, items, recorded: recorded)
    deal.planner.moveToDealtSplits(&images, of: items)
    return (deal, images.map { $0.outputs[0].path })
  }

  @Test func groupsStayWholeAndRecordedOnesStay() throws {
    let paths = ["a/1.jpg", "a/2.jpg", "b/1.jpg", "c/1.jpg", "c/2.jpg", "d/1.jpg"]
    let keys = "split: {by: '{dir}', exact: true, one: 50%, two: 50%}"
    // The SHA-256 of the names, as Python's hashlib has it, begin with ca97, 3e23, 2e7d and 18ac. So b, c and d
    // belong to the lower half, which has room for the two lowest numbers.
    let first = try deal(keys, paths)
    #expect(first.deal.counts.map(\.groups) == [2, 2])
    #expect(
      first.paths == [
        "two/a/1.jpg", "two/a/2.jpg", "two/b/1.jpg", "one/c/1.jpg", "one/c/2.jpg", "one/d/1.jpg",
      ])
    #expect(first.deal.newGroups.map(\.name) == ["a", "b", "c", "d"])
    let recorded = [Split.number(ofGroup: "d"): Int32(1), Split.number(ofGroup: "gone"): 0]
    let second = try deal(keys, paths, recorded: recorded)
    #expect(second.paths[5] == "two/d/1.jpg")
    #expect(second.deal.counts.map(\.groups) == [2, 2])
    #expect(second.deal.newGroups.map(\.name) == ["a", "b", "c"])
  }

  @Test func picturesThatCantBeMadeAreNotDealt() throws {
    let result = try deal(
      "split: {exact: true, one: 50%, two: 50%}", ["a.jpg", "b.jpg", "c.jpg"], failing: ["b.jpg"])
    #expect(result.deal.newGroups.map(\.name) == ["a", "c"])
    #expect(result.deal.counts.map(\.groups) == [1, 1])
  }

  @Test func sharesHoldForEachTextOfATemplate() throws {
    let paths = (0..<20).map { "cats/\($0).jpg" } + (0..<10).map { "dogs/\($0).jpg" }
    let result = try deal("split: {exact: true, stratify: '{dir}', one: 80%, two: 20%}", paths)
    let two = result.paths.compactMap(\.self).filter { $0.hasPrefix("two/") }
    #expect(two.count { $0.contains("cats") } == 4)
    #expect(two.count { $0.contains("dogs") } == 2)
  }

  @Test func missedSharesAreTold() {
    var plan = BatchPlan(images: [])
    plan.splitCounts = [
      SplitCount(name: "train", share: 80, groups: 75), SplitCount(name: "odd", share: 16.5, groups: 19),
      SplitCount(name: "test", share: 3.5, groups: 6),
    ]
    #expect(plan.missedShares == ["split 'train' has 75 of 100 groups and not 80%"])
    // 3 groups can't have a tenth.
    plan.splitCounts = [
      SplitCount(name: "train", share: 80, groups: 3), SplitCount(name: "test", share: 20, groups: 0),
    ]
    #expect(plan.missedShares == [])
  }
}
