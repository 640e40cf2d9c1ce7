import TestSupport

extension ReducedJPEGTarget {
  /// Small files of each script, each with other choices.
  package static func seeds() throws -> [[UInt8]] {
    var left = Dictionary(uniqueKeysWithValues: GeneratedJPEG.Script.allCases.map { ($0, 5) })
    var random = SplitMix64(seed: 11)
    var seeds: [[UInt8]] = []
    for seed in 0..<2000 where left.values.contains(where: { $0 > 0 }) {
      let file = try GeneratedJPEG(seed: seed)
      guard let count = left[file.script], count > 0, file.bytes.count < 1800 else { continue }
      left[file.script] = count - 1
      seeds.append(choices(&random) + file.bytes)
    }
    return seeds + [choices(&random)]
  }

  private static func choices(_ random: inout SplitMix64) -> [UInt8] {
    (0..<ReducedChoices.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
