import Planning
import System

/// The choice of a job's sources for a preview.
package enum PreviewSample: Hashable, Sendable {
  case all
  /// A random choice of this size, reproducible by its seed.
  case some(Int, seed: UInt64)

  /// The chosen images, in their order.
  ///
  /// `some` takes the images with the smallest SHA-256 of seed and path. So added or removed sources change
  /// few choices.
  package func chosen(of images: [ImagePlan]) -> [ImagePlan] {
    guard case .some(let count, let seed) = self, count < images.count else { return images }
    let keys = images.map { SHA256.digest(of: Array("\(seed) \($0.source)".utf8)) }
    let order = images.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    return order.prefix(count).sorted().map { images[$0] }
  }
}
