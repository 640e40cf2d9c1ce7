import ImageModel
import JobFile

/// The outputs of one bucket in a plan.
package struct BucketCount: Hashable, Sendable {
  /// The number of the entry of `outputs`, from 1.
  package let entry: Int
  /// The size of the outputs.
  package let size: PixelSize
  /// The number of outputs that can be made, as far as headers tell.
  package let outputs: Int
  /// The number of pictures in a batch; nil if the job doesn't tell.
  package let batch: Int?

  package init(entry: Int, size: PixelSize, outputs: Int, batch: Int?) {
    (self.entry, self.size, self.outputs, self.batch) = (entry, size, outputs, batch)
  }

  /// The number of batches, and the number of pictures in the last one. Nil if the job doesn't tell the size of a
  /// batch.
  package var batches: (count: Int, last: Int)? {
    batch.map { ((outputs + $0 - 1) / $0, (outputs - 1) % $0 + 1) }
  }
}

extension Planner {
  /// The outputs of each bucket, in the order of `outputs` of the job and of the sizes.
  package func bucketCounts(_ images: [ImagePlan]) -> [BucketCount] {
    let buckets = job.outputs.map { $0.shaping.over(job.shaping).buckets }
    if buckets.allSatisfy({ $0 == nil }) { return [] }
    var counts = buckets.map { _ in [PixelSize: Int]() }
    for image in images {
      for (index, output) in image.outputs.enumerated()
      where image.failure(ofOutput: index) == nil && output.mask == nil {
        if let size = output.shownSize {
          counts[job.entryIndex(ofOutput: index, of: image)][size, default: 0] += 1
        }
      }
    }
    return zip(buckets, counts).enumerated().flatMap { entry, found in
      guard let buckets = found.0 else { return [BucketCount]() }
      return found.1.sorted { ($0.key.width, $0.key.height) < ($1.key.width, $1.key.height) }.map {
        BucketCount(entry: entry + 1, size: $0.key, outputs: $0.value, batch: buckets.batch)
      }
    }
  }
}
