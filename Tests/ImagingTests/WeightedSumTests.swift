import CCodecs
import TestSupport
import Testing

@Suite struct WeightedSumTests {
  @Test("Special instructions change no sum, with extreme samples and weights", arguments: 0...40)
  func sums(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for trial in 0..<20 {
      let samples = (0..<count).map { _ in trial == 0 ? UInt8.max : .random(in: 0 ... .max, using: &random) }
      let weights = (0..<count).map { _ in
        trial == 0 ? 1 << 17 : Int32.random(in: -(1 << 17)...(1 << 17), using: &random)
      }
      let expected = zip(samples, weights).reduce(0) { $0 + Int($1.0) * Int($1.1) }
      #expect(Int(shim_weighted_sum(samples, weights, count)) == expected)
      #expect(Int(shim_weighted_sum_plainly(samples, weights, count)) == expected)
    }
  }
}
