import Execution
import Hashing
import JSONReading

/// Which outputs of a manifest are rendered anew.
package enum RenderSample: Hashable, Sendable {
  /// Those alone of which a row says what only decoding can tell.
  case none
  case all
  /// So many of those that were made at random, but always the same ones.
  case some(Int, seed: UInt64)
}

/// The lines of a manifest whose outputs are rendered anew.
struct SampledLines {
  private let isAll: Bool
  private let numbers: Set<Int>

  /// Chooses by reading all `lines`. Of `some`, the outputs whose seed and path have the smallest SHA-256: which others
  /// there are moves few of them.
  init(_ sample: RenderSample, _ lines: FileLines) throws(FileFault) {
    isAll = sample == .all
    guard case .some(let count, let seed) = sample, count > 0 else {
      numbers = []
      return
    }
    var lines = lines
    var smallest: [(key: String, line: Int)] = []
    while let next = try lines.next() {
      guard let line = try? ManifestLine(next), line.isMade else { continue }
      let key = SHA256.digest(of: Array("\(seed) \(line.key.output)".utf8))
      if smallest.count == count, let last = smallest.last, key >= last.key { continue }
      let place = smallest.indices.firstPlace { smallest[$0].key >= key }
      smallest.insert((key, line.number), at: place)
      if smallest.count > count { smallest.removeLast() }
    }
    numbers = Set(smallest.map(\.line))
  }

  func contains(_ line: ManifestLine) -> Bool { line.isMade && (isAll || numbers.contains(line.number)) }
}
