import TestSupport

/// A file that is made to be hard on whoever reads it.
package struct HostileFile: Hashable, Sendable {
  /// Unique, and fit for a file's name; with the seed it says how to make the file again.
  package var name: String
  package var bytes: [UInt8]
}

/// The hostile files, family by family, made one after another: the same for the same seed.
struct HostileFiles {
  private let seed: UInt64
  /// Only every so many of the large families.
  private let step: Int

  init(seed: UInt64, step: Int) {
    self.seed = seed
    self.step = step
  }

  /// Calls `body` with each file.
  func forEach(_ body: (HostileFile) throws -> Void) throws {
    let seeds = try SeedImage.all() + SeedFormats.all()
    try truncations(seeds, body)
    try mutations(seeds, body)
    for file in HostileHeaders(base: seeds[0].bytes, progressive: seeds[1].bytes).files { try body(file) }
    for (index, file) in HostileExif(base: seeds[0].bytes).files.enumerated() where index % step == 0 {
      try body(file)
    }
    for file in try HostileBombs.small(most: step == 1 ? 1 << 24 : 1 << 16) { try body(file) }
  }

  /// Every prefix of every seed.
  private func truncations(_ seeds: [HostileFile], _ body: (HostileFile) throws -> Void) throws {
    for seed in seeds {
      for count in stride(from: 0, to: seed.bytes.count, by: step) {
        try body(HostileFile(name: "cut-\(seed.name)-\(count)", bytes: Array(seed.bytes.prefix(count))))
      }
    }
  }

  /// Each seed with 1 to 8 bytes changed.
  private func mutations(_ seeds: [HostileFile], _ body: (HostileFile) throws -> Void) throws {
    for (place, image) in seeds.enumerated() {
      var random = SplitMix64(seed: seed &+ UInt64(place))
      for number in 0..<(240 / step) {
        var bytes = image.bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try body(HostileFile(name: "mutated-\(image.name)-\(number)", bytes: bytes))
      }
    }
  }
}
