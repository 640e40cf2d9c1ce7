import ImageModel
import JobFile
import Planning
import Workers

/// How much memory images in work may take together, with what makes them.
package struct MemoryBudget: Hashable, Sendable {
  /// In bytes.
  let bytes: Int
  /// What a worker process takes up beside its image; 0 where images are made in threads.
  let workerBytes: Int
  /// True where it has the most it took until it ends, as processes do.
  let lasts: Bool

  /// A budget of so many bytes; without a number there is no bound.
  package init(_ bytes: Int?, _ isolation: Isolation) {
    self.bytes = bytes ?? .max
    workerBytes = isolation == .process ? BatchPlan.workerBytes : 0
    lasts = isolation == .process
  }

  /// What an image takes while it is in work, by its plan; 0 for one that can't be made anyway.
  package func need(_ image: ImagePlan) -> Int {
    image.peakBytes > 0 ? image.peakBytes + workerBytes : 0
  }

  /// Why an image can't be made, where it would not fit even alone.
  package func refusal(_ image: ImagePlan) -> Finding? {
    let need = need(image)
    if need <= bytes { return nil }
    let (needed, allowed) = ByteCount.texts(need, bytes)
    return Finding(.memory, "needs \(needed) of memory, and --memory allows \(allowed)")
  }
}
