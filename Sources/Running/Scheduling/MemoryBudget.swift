import ImageModel
import JobFile
import Planning
import Workers

/// The memory that images in work may take together, with their renderers.
package struct MemoryBudget: Hashable, Sendable {
  /// The budget in bytes.
  private(set) var bytes: Int
  /// The budget with the bytes that are set aside.
  private let whole: Int
  /// Bytes that a worker process takes in addition to its image; 0 if threads make the images.
  let workerBytes: Int
  /// True if a renderer keeps the memory of its largest image until the renderer ends, as a worker process
  /// does.
  let lasts: Bool

  /// A budget of `bytes`; nil for no limit.
  package init(_ bytes: Int?, _ isolation: Isolation) {
    whole = bytes ?? .max
    self.bytes = whole
    workerBytes = isolation == .process ? BatchPlan.workerBytes : 0
    lasts = isolation == .process
  }

  /// The bytes that the plan predicts for an image in work, including its worker process if it has one; 0 for
  /// an image that can't be made.
  package func need(_ image: ImagePlan) -> Int {
    image.peakBytes > 0 ? image.peakBytes + workerBytes : 0
  }

  /// The most bytes for pictures that are in memory before their images begin: a quarter of the budget, at least 64 MiB
  /// and at most 1 GiB, but no more than the budget.
  package var pictureBytes: Int { min(bytes, max(bytes / 4, 64 << 20), 1 << 30) }

  /// Takes off ``pictureBytes``. But it leaves enough for each of `images` that fitted before. Returns the bytes that it
  /// took off.
  package mutating func setAside(beside images: some Sequence<ImagePlan>) -> Int {
    let largest = images.reduce(0) { largest, image in
      [image, image.withRoomForLibjpeg].map(need).reduce(largest) { $1 <= bytes ? max($0, $1) : $0 }
    }
    let aside = min(bytes - largest, pictureBytes)
    bytes -= aside
    return aside
  }

  /// The reason why an image can't be made: even alone, it needs more than the budget. Nil if it fits.
  package func refusal(_ image: ImagePlan) -> Finding? {
    let need = need(image)
    if need <= whole { return nil }
    let (needed, allowed) = ByteCount.texts(need, whole)
    return Finding(.memory, "needs \(needed) of memory, and --memory allows \(allowed)")
  }
}
