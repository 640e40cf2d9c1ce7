import Synchronization
import System

/// Counts the headers read, the bytes hashed and the outputs rendered so far, and the use of the network. Many threads
/// add to it.
package final class WorkDone: Sendable {
  private let imageCount = Atomic<Int>(0)
  private let byteCount = Atomic<Int>(0)
  private let outputCount = Atomic<Int>(0)

  /// The use of the network by all jobs.
  package let network = NetworkMeter()

  package init() {}

  /// The number of images whose headers were read so far.
  package var images: Int { imageCount.load(ordering: .relaxed) }

  /// The number of bytes hashed so far.
  package var bytes: Int { byteCount.load(ordering: .relaxed) }

  /// The number of outputs rendered so far.
  package var outputs: Int { outputCount.load(ordering: .relaxed) }

  package func add(images: Int = 0, bytes: Int = 0, outputs: Int = 0) {
    imageCount.add(images, ordering: .relaxed)
    byteCount.add(bytes, ordering: .relaxed)
    outputCount.add(outputs, ordering: .relaxed)
  }
}
