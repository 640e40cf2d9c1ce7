import ImageModel
import JobFile
import Planning
import TestSupport
import Testing

@Suite("Smaller outputs are made of larger ones")
struct SmallerFromLargerTests {
  /// The bases of outputs of a picture of 2000x1600.
  private static func bases(_ outputs: [String], _ keys: String = "") throws -> [Int?] {
    let list = outputs.enumerated().map { "  - {path: \($0).jpg, \($1)}\n" }.joined()
    return try PlannedJob("\(keys)\nsources: [{path: a.jpg}]\noutputs:\n\(list)").image(
      SourceInfo(2000, 1600)
    )
    .outputs.map(\.base)
  }

  private static let large = "resize: {width: 1000}"

  @Test("Only where each side of the larger one is at least six times as long")
  func ratio() throws {
    #expect(try Self.bases([Self.large, "resize: {width: 166}"]) == [nil, 0])
    #expect(try Self.bases([Self.large, "resize: {width: 167}"]) == [nil, nil])
    #expect(try Self.bases([Self.large, "resize: {width: 100, height: 134, fit: fill}"]) == [nil, nil])
    #expect(try Self.bases([Self.large, Self.large]) == [nil, nil])
  }

  @Test("The smallest that is made of the decode itself, wherever it stands")
  func smallest() throws {
    let sides = [10, 1000, 100, 600].map { "resize: {width: \($0)}" }
    #expect(try Self.bases(sides) == [3, nil, 3, nil])
  }

  @Test(
    "Only of the same box, by Lanczos, over the same background, and not of one that isn't resampled",
    arguments: [
      "resize: {width: 100}, crop: {x: 0, y: 0, width: 1999, height: 1600}",
      "resize: {width: 100, filter: mitchell}",
      "resize: {width: 100}, background: '#fff'",
    ])
  func different(_ output: String) throws {
    #expect(try Self.bases([Self.large, output]) == [nil, nil])
    #expect(try Self.bases(["quality: 90", "resize: {width: 900}"]) == [nil, nil])
    #expect(
      try Self.bases(["resize: {width: 1000, filter: spline36}", "resize: {width: 100, filter: spline36}"])
        == [nil, nil])
  }

  /// The rule, pair by pair.
  @Test("Many outputs have the bases that the rule gives each pair of them", arguments: [1, 2, 3])
  func many(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sizes = (0..<120).map { _ in
      (width: Int.random(in: 1...1200, using: &random), height: Int.random(in: 1...1200, using: &random))
    }
    let serves = { (larger: Int, own: Int) in
      sizes[larger].width >= 6 * sizes[own].width && sizes[larger].height >= 6 * sizes[own].height
    }
    let direct = sizes.indices.filter { own in !sizes.indices.contains { serves($0, own) } }
    let expected = sizes.indices.map { own in
      direct.filter { serves($0, own) }.min {
        sizes[$0].width * sizes[$0].height < sizes[$1].width * sizes[$1].height
      }
    }
    #expect(expected.contains { $0 != nil })
    let outputs = sizes.map { "resize: {width: \($0.width), height: \($0.height), fit: fill}" }
    #expect(try Self.bases(outputs) == expected)
  }

  @Test("How it is turned and encoded doesn't matter")
  func turned() throws {
    #expect(
      try Self.bases([Self.large, "resize: {width: 100}, orientation: keep, quality: 30, progressive: true"])
        == [nil, 0])
  }

  @Test("One that can't be made serves nobody")
  func failing() throws {
    let error = "resize: {width: 3000, enlarge: error}"
    #expect(try Self.bases([error, "resize: {width: 100}"]) == [nil, nil])
  }

  @Test("A chain is in order, and has all that is needed")
  func chain() throws {
    let list = [10, 1000, 100, 600].map { "  - {path: \($0).jpg, resize: {width: \($0)}}\n" }.joined()
    let plan = try PlannedJob("sources: [{path: a.jpg}]\noutputs:\n\(list)").image(SourceInfo(2000, 1600))
    #expect(plan.chain(to: [0, 1, 2, 3]) == [1, 3, 2, 0])
    #expect(plan.chain(to: [0]) == [3, 0])
    #expect(plan.chain(to: [0, 2]) == [3, 2, 0])
    #expect(plan.chain(to: [1]) == [1])
  }
}
