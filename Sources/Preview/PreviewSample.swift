import Planning
import System

/// Which sources of a job a preview shows.
package enum PreviewSample: Hashable, Sendable {
  case all
  /// So many at random, but always the same ones.
  case some(Int, seed: UInt64)

  /// Those of `images` that are shown, in their order.
  ///
  /// Of `some`, those whose seed and path have the smallest SHA-256: which other sources there are moves few of them.
  package func chosen(of images: [ImagePlan]) -> [ImagePlan] {
    guard case .some(let count, let seed) = self, count < images.count else { return images }
    let keys = images.map { SHA256.digest(of: Array("\(seed) \($0.source)".utf8)) }
    let order = images.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    return order.prefix(count).sorted().map { images[$0] }
  }
}
