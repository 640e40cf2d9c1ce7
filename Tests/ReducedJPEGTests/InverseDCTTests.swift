import Glibc
import TestSupport
import Testing

@testable import ReducedJPEG

@Suite("Inverse DCT of 1 to 8 points")
struct InverseDCTTests {
  /// 8 blocks of coefficients, each by vertical and then by horizontal frequency.
  private typealias Blocks = [[Int]]

  /// The samples of 8 blocks beside each other, in rows of `8 * points`, and whether they were sound.
  private typealias Samples = (rows: [[UInt8]], isConsistent: Bool)

  /// Samples by Swift code. Expects that code with special instructions makes the same.
  private static func samples(
    _ blocks: Blocks, points: Int, table: [UInt16] = [UInt16](repeating: 1, count: 64), last: Int = 63
  ) -> Samples {
    let plain = samples(blocks, points: points, table, last: last, isPlain: true)
    let fast = samples(blocks, points: points, table, last: last, isPlain: false)
    #expect(fast.isConsistent == plain.isConsistent)
    if plain.isConsistent { #expect(fast.rows == plain.rows) }
    return plain
  }

  private static func samples(
    _ blocks: Blocks, points: Int, side: Int? = nil, _ table: [UInt16], last: Int, isPlain: Bool
  ) -> Samples {
    let side = side ?? points
    let transform = InverseDCT(points: points, table: table, isPlain: isPlain)
    let vectors = (0..<side * side).map { place in
      var vector = SIMD8<Int16>()
      for lane in 0..<8 { vector[lane] = Int16(blocks[lane][place]) }
      return vector
    }
    let rowBytes = 8 * points + 8
    var memory = [UInt8](repeating: 0, count: rowBytes * points)
    memory.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      vectors.withUnsafeBufferPointer { source in
        guard let first = source.baseAddress else { return }
        transform.run(first, side: side, last: last, to: base, rowBytes: rowBytes)
      }
    }
    let rows = (0..<points).map { Array(memory[$0 * rowBytes..<$0 * rowBytes + 8 * points]) }
    return (rows, transform.isConsistent)
  }

  /// What frequency u adds at place i of `points`: ITU-T T.81, A.3.3, of other sizes than 8.
  private static func basis(_ u: Int, _ i: Int, _ points: Int) -> Double {
    u == 0 ? 1 : sqrt(2) * cos(Double((2 * i + 1) * u) * .pi / Double(2 * points))
  }

  /// A sample in double precision, in 0...255.
  private static func exact(_ block: [Int], x: Int, y: Int, points: Int) -> Double {
    var sum = 0.0
    for v in 0..<points {
      for u in 0..<points where block[v * points + u] != 0 {
        sum += Double(block[v * points + u]) * basis(u, x, points) * basis(v, y, points)
      }
    }
    return min(max(128 + sum / 8, 0), 255)
  }

  private static func expectNear(_ blocks: Blocks, points: Int, within most: Double = 1) {
    let (rows, isConsistent) = samples(blocks, points: points)
    #expect(isConsistent)
    for lane in 0..<8 {
      for y in 0..<points {
        for x in 0..<points {
          let exact = exact(blocks[lane], x: x, y: y, points: points)
          let found = Double(rows[y][lane * points + x])
          #expect(abs(found - exact) <= most, "lane \(lane), (\(x), \(y)) of \(points)")
        }
      }
    }
  }

  @Test(
    "Factors are those of the transform in 13 bits, within what libjpeg's sums of them are off",
    arguments: 1...8)
  func factors(_ points: Int) {
    let matrix = InverseDCTMatrix(points: points)
    #expect(matrix.rows.count == (points + 1) / 2)
    for (x, row) in matrix.rows.enumerated() {
      #expect(row.count == points)
      for (u, factor) in row.enumerated() {
        #expect(abs(Double(factor) - 8192 * Self.basis(u, x, points)) < 2)
      }
    }
  }

  /// An eighth of the coefficient above 128, rounded, halves up.
  @Test("A DC coefficient alone is the same sample everywhere", arguments: 1...8)
  func flat(_ points: Int) {
    for first in stride(from: -1200, to: 1200, by: 8) {
      let blocks = (first..<first + 8).map { [$0] + [Int](repeating: 0, count: points * points - 1) }
      let expected = (first..<first + 8).flatMap { dc in
        [UInt8](repeating: UInt8(min(max((dc + 4) >> 3 + 128, 0), 255)), count: points)
      }
      for last in [0, 63] {
        let found = Self.samples(blocks, points: points, last: last)
        #expect(found.isConsistent && found.rows.allSatisfy { $0 == expected })
      }
    }
  }

  @Test("A coefficient alone is its wave, and in one block alone", arguments: 1...8)
  func waves(_ points: Int) {
    for place in 0..<points * points {
      for amplitude in [-700, -33, 1, 8, 95, 640] {
        var blocks = Blocks(repeating: [Int](repeating: 0, count: points * points), count: 8)
        blocks[(place + points) % 8][place] = amplitude
        Self.expectNear(blocks, points: points)
      }
    }
  }

  @Test("Coefficients at random are near to the exact transform", arguments: 1...8)
  func random(_ points: Int) {
    var random = SplitMix64(seed: UInt64(points))
    for _ in 0..<40 {
      let blocks = (0..<8).map { _ in
        (0..<points * points).map { _ in
          Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: -150...150, using: &random) : 0
        }
      }
      Self.expectNear(blocks, points: points)
    }
  }

  /// Steps 2, 3, 4, ... in the file's order.
  @Test("Each coefficient has its own step", arguments: 1...8)
  func steps(_ points: Int) {
    let table = (0..<64).map { UInt16($0 + 2) }
    for (k, place) in ZigZag.places.enumerated() where place / 8 < points && place % 8 < points {
      var (block, product) = (
        [Int](repeating: 0, count: points * points), [Int](repeating: 0, count: points * points)
      )
      block[place / 8 * points + place % 8] = 5
      product[place / 8 * points + place % 8] = 5 * (k + 2)
      let found = Self.samples(Blocks(repeating: block, count: 8), points: points, table: table)
      #expect(found.rows == Self.samples(Blocks(repeating: product, count: 8), points: points).rows)
    }
  }

  @Test("Coefficients behind the last one don't count, those up to it do", arguments: 1...8)
  func last(_ points: Int) {
    for (k, place) in ZigZag.places.enumerated() where place / 8 < points && place % 8 < points {
      var block = [Int](repeating: 0, count: points * points)
      block[0] = 90
      block[place / 8 * points + place % 8] = 77
      let blocks = Blocks(repeating: block, count: 8)
      #expect(
        Self.samples(blocks, points: points, last: k).rows == Self.samples(blocks, points: points).rows)
    }
  }

  /// The sample of DC 4091 is 511 above the middle. Between the passes -4096 is 4 times as much.
  @Test("What no encoder makes isn't sound", arguments: 1...8)
  func sound(_ points: Int) {
    func isConsistent(_ dc: Int, lane: Int, last: Int) -> Bool {
      var blocks = Blocks(repeating: [Int](repeating: 0, count: points * points), count: 8)
      blocks[lane][0] = dc
      return Self.samples(blocks, points: points, last: last).isConsistent
    }
    for lane in 0..<8 {
      for last in [0, 1, 63] {
        for dc in [-4096, 4091] { #expect(isConsistent(dc, lane: lane, last: last)) }
        for dc in [-32768, -16385, -4097, 4092, 16384, 32767] {
          #expect(!isConsistent(dc, lane: lane, last: last))
        }
      }
    }
  }

  /// Blocks have more coefficients than are needed, or as many. Some of their values lie at the bounds, and some beyond.
  @Test("Special instructions change no sample, and find the same values unsound", arguments: 1...8)
  func instructions(_ points: Int) {
    var random = SplitMix64(seed: UInt64(70 + points))
    var sound = [true: 0, false: 0]
    for trial in 0..<600 {
      let side = Int.random(in: points...8, using: &random)
      let last = ZigZag.last(of: Int.random(in: 1...points, using: &random))
      let table = (0..<64).map { _ in
        trial % 10 == 0 ? UInt16.random(in: 0 ... .max, using: &random) : .random(in: 1...4, using: &random)
      }
      let most = [60, 300, 4096, 32767][trial % 4]
      let rarity = [2, 20][trial / 4 % 2]
      let blocks = (0..<8).map { _ in
        (0..<side * side).map { place in
          Int.random(in: 0..<rarity, using: &random) == 0 ? Int.random(in: -most...most, using: &random) : 0
        }
      }
      let made = [true, false].map {
        Self.samples(blocks, points: points, side: side, table, last: last, isPlain: $0)
      }
      #expect(made[0].isConsistent == made[1].isConsistent)
      if made[0].isConsistent { #expect(made[0].rows == made[1].rows) }
      sound[made[0].isConsistent, default: 0] += 1
    }
    #expect(sound.values.allSatisfy { $0 > 50 }, "\(sound)")
  }
  /// 5 groups of 8 blocks with the coefficients `first`, `first` + 1, ... Each holds 4 vectors and a rest.
  private static func averages(
    _ first: Int, step: UInt16, _ groups: Range<Int>, isPlain: Bool
  ) throws -> (samples: [UInt8], isConsistent: Bool) {
    let plane = try CoefficientPlane(size: 2, columns: 40, rows: 2)
    plane.clear()
    for column in 0..<40 {
      let block = plane.row(1).block(column)
      (block[0], block[8], block[32]) = (Int16(first + column), 7, 9)
    }
    let transform = InverseDCT(
      points: 1, table: [UInt16](repeating: step, count: 64), isPlain: isPlain)
    var samples = [UInt8](repeating: 1, count: 48)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let target = samples.baseAddress else { return }
      transform.runAverages(of: plane, groups: groups, row: 1, to: target + groups.lowerBound * 8)
    }
    return (samples, transform.isConsistent)
  }

  /// An eighth of the coefficient times its step above 128, rounded, halves up.
  @Test("Averages come from the DC coefficients of the groups", arguments: [0..<5, 1..<5, 4..<5, 2..<2])
  func averages(groups: Range<Int>) throws {
    for first in stride(from: -600, to: 600, by: 40) {
      let expected = (0..<48).map { column -> UInt8 in
        let average = Int((Double((first + column) * 3) / 8 + 128.5).rounded(.down))
        return groups.contains(column / 8) ? UInt8(min(max(average, 0), 255)) : 1
      }
      for isPlain in [false, true] {
        let made = try Self.averages(first, step: 3, groups, isPlain: isPlain)
        #expect(made.isConsistent && made.samples == expected)
      }
    }
  }

  /// A product of 4092 or -4097 gives values that no encoder makes from samples. A product of 65536 or more doesn't fit in
  /// 16 bits.
  @Test(
    "Averages beyond the range of samples are found in the last group too",
    arguments: [
      (4052, 1, true), (4053, 1, false), (-4096, 1, true), (-4097, 1, false), (1300, 50, false),
      (-2048, 32, false), (-20, 204, true), (0, 105, false), (0, 104, true), (32000, 60000, false),
    ])
  func range(_ first: Int, _ step: UInt16, _ isConsistent: Bool) throws {
    for isPlain in [false, true] {
      #expect(try Self.averages(first, step: step, 0..<5, isPlain: isPlain).isConsistent == isConsistent)
    }
  }
}
