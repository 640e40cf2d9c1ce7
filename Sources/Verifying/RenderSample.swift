import ImageModel
import System

/// The choice of a manifest's outputs to render again.
package enum RenderSample: Hashable, Sendable {
  /// No sample. Outputs are rendered again only if their row states a fact that only decoding can confirm.
  case none
  case all
  /// A random choice of made outputs, reproducible by its seed.
  case some(Int, seed: UInt64)
}

/// The rows of a manifest whose outputs this program would not make with the same bytes, and which their job keeps.
struct OlderRows: Sendable {
  /// The versions of this program; nil if the job keeps no outputs of others.
  let own: ManifestFacts.Versions?

  func contains(_ line: ManifestLine) -> Bool {
    guard let own, line.isMade else { return false }
    return !line.versions.makesSameBytes(as: own)
  }
}

/// The manifest lines whose outputs are rendered again.
struct SampledLines {
  private let isAll: Bool
  private let older: OlderRows
  private let numbers: Set<Int>

  /// Chooses the lines that `sample` asks for. For `some`, reads all `lines` and takes the outputs with the
  /// smallest SHA-256 of seed and path. So added or removed outputs change few choices. Lines of `older` are never
  /// chosen.
  init(_ sample: RenderSample, _ lines: FileLines, besides older: OlderRows) throws(FileFault) {
    isAll = sample == .all
    self.older = older
    guard case .some(let count, let seed) = sample, count > 0 else {
      numbers = []
      return
    }
    var lines = lines
    var smallest = MinHeap<Drawn>()
    while let next = try lines.next() {
      guard let line = try? ManifestLine(next), line.isMade, !older.contains(line) else { continue }
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

  /// A candidate line for the sample. The order is reversed: the line with the largest key is the smallest.
  private struct Drawn: Comparable {
    let key: String
    let line: Int

    static func < (one: Drawn, other: Drawn) -> Bool { (one.key, one.line) > (other.key, other.line) }
  }

  func contains(_ line: ManifestLine) -> Bool {
    line.isMade && (isAll && !older.contains(line) || numbers.contains(line.number))
  }
}
