import CCodecs
import TestSupport
import Testing

/// Special instructions of the processor and plain code give the same.
@Suite struct GreySumsTests {
  /// Rows at random; of three kinds the last has levels 0 and 255 alone.
  private static func samples(_ count: Int, _ trial: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in
      trial == 2 ? (Bool.random(using: &random) ? 0 : 255) : .random(in: 0 ... .max, using: &random)
    }
  }

  @Test("Reduced rows are rounded sums of products, and become columns", arguments: 1...41)
  func reduced(width: Int) {
    var random = SplitMix64(seed: UInt64(width))
    for (trial, rows) in [1, 3, 4, 11].enumerated() {
      let samples = Self.samples(rows * width, trial, &random)
      // The last result takes the whole row. Its sum passes 255, or 0, in some rows.
      var taps = [shim_taps(sample: Int32(width / 3), weight: 1, count: Int32(width / 2))]
      taps.append(shim_taps(sample: 0, weight: 0, count: Int32(width)))
      let most = Int32(6_700_000 / width)
      let weights = (0..<width + 1).map { _ in Int32.random(in: -most...most, using: &random) }
      let expected = taps.flatMap { taps in
        (0..<rows).map { row -> UInt8 in
          let sum = (0..<Int(taps.count)).reduce(0) {
            $0 + Int(samples[row * width + Int(taps.sample) + $1]) * Int(weights[Int(taps.weight) + $1])
          }
          return UInt8(clamping: Int((Double(sum) / 4_194_304 + 0.5).rounded(.down)))
        }
      }
      let (high, low) = (weights.map { Int16($0 >> 11) }, weights.map { Int16($0 & 2047) })
      for reduce in [shim_reduce, shim_reduce_plainly] {
        var made = [UInt8](repeating: 1, count: expected.count)
        reduce(samples, rows, width, taps, taps.count, high, low, &made)
        #expect(made == expected)
      }
    }
  }

  @Test("Each level is counted", arguments: [0, 1, 5, 1000])
  func levels(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let samples = Self.samples(count, 0, &random)
    var levels = [UInt32](repeating: 1, count: 256)
    shim_count_levels(samples, count, &levels)
    #expect(levels.indices.allSatisfy { level in Int(levels[level]) == samples.count { $0 == level } })
  }

  @Test("Sums of the Laplacian are those of its values", arguments: [3, 4, 17, 18, 19, 34, 1024])
  func laplacian(width: Int) {
    var random = SplitMix64(seed: UInt64(width))
    for (trial, height) in [3, 8, 5].enumerated() {
      let samples = Self.samples(width * height, trial, &random)
      var (sum, squares) = (0, 0)
      for y in 1..<height - 1 {
        for x in 1..<width - 1 {
          let level = { (x: Int, y: Int) in Int(samples[y * width + x]) }
          let around = level(x, y - 1) + level(x, y + 1) + level(x - 1, y) + level(x + 1, y)
          let value = around - 4 * level(x, y)
          sum += value
          squares += value * value
        }
      }
      for laplacian in [shim_laplacian, shim_laplacian_plainly] {
        let sums = laplacian(samples, width, height)
        #expect((Int(sums.sum), Int(sums.squares)) == (sum, squares))
      }
    }
  }
}
