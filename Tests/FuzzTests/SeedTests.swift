import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The quick part of fuzzing: seeds, and seeds with changed bytes.
@Suite struct SeedTests {
  static let names = fuzzTargets.map { $0.name }

  @Test(arguments: names) func damagedSeedsAreTakenOrRefused(_ name: String) throws {
    let target = try #require(fuzzTargets.first { $0.name == name })
    let seeds = try target.seeds()
    var random = SplitMix64(seed: 9)
    for seed in seeds { #expect(target.fault(seed) == nil) }
    for index in 0..<600 {
      var changed = seeds[index % seeds.count]
      for _ in 0...Int.random(in: 0...3, using: &random) { change(&changed, &random) }
      #expect(target.fault(changed) == nil, "\(Data(changed).base64EncodedString())")
    }
  }

  /// `tools/fuzz` needs both of each target.
  @Test(arguments: names) func hasADictionaryAndFits(_ name: String) throws {
    let words = try String(
      contentsOfFile: "\(PackageRoot.path)/Tests/Fuzz/\(name)/words.dict", encoding: .utf8)
    let wrong = words.split(separator: "\n").filter { line in
      line.wholeMatch(of: /#.*|[a-z_0-9]*=?"(?:[^"\\]|\\\\|\\"|\\x[0-9A-F]{2})+"/) == nil
    }
    #expect(wrong == [])
    let target = try #require(fuzzTargets.first { $0.name == name })
    #expect(try target.seeds().filter { $0.count > target.longest }.map(\.count) == [])
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return bytes.append(.random(in: .min ... .max, using: &random)) }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...8, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[start] = .random(in: .min ... .max, using: &random)
    case 1: bytes[start] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    case 2: bytes.removeSubrange(start..<end)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
    default: bytes.removeSubrange(start...)
    }
  }
}
