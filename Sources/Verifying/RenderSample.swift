import ImageModel
import System

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
    var smallest = MinHeap<Drawn>()
    while let next = try lines.next() {
      guard let line = try? ManifestLine(next), line.isMade else { continue }
      let key = SHA256.digest(of: Array("\(seed) \(line.key.output)".utf8))
      let drawn = Drawn(key: key, line: line.number)
      if smallest.count < count {
        smallest.insert(drawn)
      } else if let largest = smallest.first, largest < drawn {
        smallest.replaceFirst(with: drawn)
      }
    }
    numbers = Set(smallest.elements.map(\.line))
  }

  /// A line that may be of the sample. The one with the largest key is the least.
  private struct Drawn: Comparable {
    let key: String
    let line: Int

    static func < (one: Drawn, other: Drawn) -> Bool { (one.key, one.line) > (other.key, other.line) }
  }

  func contains(_ line: ManifestLine) -> Bool { line.isMade && (isAll || numbers.contains(line.number)) }
}
