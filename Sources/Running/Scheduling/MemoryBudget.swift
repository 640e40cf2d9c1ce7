import ImageModel
import JobFile
import Planning
import Workers

/// The memory that images in work may take together, with their renderers.
package struct MemoryBudget: Hashable, Sendable {
  /// The budget in bytes.
  let bytes: Int
  /// Bytes that a worker process takes in addition to its image; 0 if threads make the images.
  let workerBytes: Int
  /// True if a renderer keeps the memory of its largest image until the renderer ends, as a worker process
  /// does.
  let lasts: Bool

  /// A budget of `bytes`; nil for no limit.
  package init(_ bytes: Int?, _ isolation: Isolation) {
    self.bytes = bytes ?? .max
    workerBytes = isolation == .process ? BatchPlan.workerBytes : 0
    lasts = isolation == .process
  }

  /// The bytes that the plan predicts for an image in work, including its worker process if it has one; 0 for
  /// an image that can't be made.
  package func need(_ image: ImagePlan) -> Int {
    image.peakBytes > 0 ? image.peakBytes + workerBytes : 0
  }

  /// The reason why an image can't be made: even alone, it needs more than the budget. Nil if it fits.
  package func refusal(_ image: ImagePlan) -> Finding? {
    let need = need(image)
    if need <= bytes { return nil }
    let (needed, allowed) = ByteCount.texts(need, bytes)
    return Finding(.memory, "needs \(needed) of memory, and --memory allows \(allowed)")
  }
}
