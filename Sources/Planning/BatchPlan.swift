import ImageModel

/// A whole job, decided.
package struct BatchPlan: Sendable {
  /// One plan a source, in source order.
  package var images: [ImagePlan]

  /// The place of each image's split in ``Split/parts``; empty where no entry of `exports` asks for it.
  package var splits: [Int32]

  /// Of a shard that writes shards of `exports` itself: those that each image's outputs begin in (``TarSeries``).
  package var tars: [Int32]?

  package init(images: [ImagePlan], splits: [Int32] = []) {
    self.images = images
    self.splits = splits
  }

  /// The same images and their splits by ``ImagePlan/index``.
  package var inSourceOrder: BatchPlan {
    let order = images.indices.sorted { images[$0].index < images[$1].index }
    return BatchPlan(
      images: order.map { images[$0] }, splits: splits.isEmpty ? [] : order.map { splits[$0] })
  }

  /// Rows of the manifest: one a source and output.
  package var rows: Int { images.reduce(0) { $0 + $1.outputs.count } }

  /// Rows that fail as planned.
  package var failedRows: Int {
    images.reduce(0) { sum, image in
      sum + image.outputs.indices.count { image.failure(ofOutput: $0) != nil }
    }
  }
}

extension BatchPlan {
  /// What the process takes up beside the images in work, in bytes: code, libraries and tables. Measured on the binary
  /// that has all libraries in it, as the next one, where Linux 6.18 brought most of the code that is there into memory.
  package static let baseBytes = 19_000_000

  /// What a worker process takes up beside its image, in bytes. Less than ``baseBytes``, since a worker reads no job and
  /// keeps no journal.
  package static let workerBytes = 14_500_000

  /// What a thread keeps of earlier images at most, in bytes: resample graphs, memory for planes, and what lies between,
  /// measured. A worker process may keep more, but never more than its largest image took.
  package static let keptBytes = 3_000_000
}
