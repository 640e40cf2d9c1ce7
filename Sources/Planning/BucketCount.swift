import ImageModel
import JobFile

/// The outputs of one bucket in a plan. In a job with splits, they are those of one split: trainers make batches of each.
package struct BucketCount: Hashable, Sendable {
  /// The number of the entry of `outputs`, from 1.
  package let entry: Int
  /// The size of the outputs.
  package let size: PixelSize
  /// The name of the split; nil if the job has none.
  package let split: String?
  /// The number of outputs that can be made, as far as headers tell.
  package let outputs: Int
  /// The number of pictures in a batch; nil if the job doesn't tell.
  package let batch: Int?

  package init(entry: Int, size: PixelSize, split: String? = nil, outputs: Int, batch: Int?) {
    (self.entry, self.size, self.split) = (entry, size, split)
    (self.outputs, self.batch) = (outputs, batch)
  }

  /// The number of batches, and the number of pictures in the last one. Nil if the job doesn't tell the size of a
  /// batch.
  package var batches: (count: Int, last: Int)? {
    batch.map { ((outputs + $0 - 1) / $0, (outputs - 1) % $0 + 1) }
  }
}

extension Planner {
  /// A bucket of one split.
  struct Bucket: Hashable {
    var size: PixelSize
    /// The name of the split; nil if the job has none.
    var split: String?
  }

  /// The split of an image; nil if the job has none.
  func split(of image: ImagePlan, _ item: SourceItem) -> String? {
    job.split.map { _ in values(image, item).split }
  }

  /// The outputs of each bucket, in the order of `outputs` of the job, of the sizes and of the splits. `images` are all
  /// images of the job, in the order of `items`.
  package func bucketCounts(_ images: [ImagePlan], _ items: [SourceItem]) -> [BucketCount] {
    let buckets = job.outputs.map { $0.shaping.over(job.shaping).buckets }
    if buckets.allSatisfy({ $0 == nil }) { return [] }
    var counts = buckets.map { _ in [Bucket: Int]() }
    for (image, item) in zip(images, items) {
      let split = split(of: image, item)
      for (index, output) in image.outputs.enumerated()
      where image.failure(ofOutput: index) == nil && output.mask == nil {
        if let size = output.shownSize {
          counts[job.entryIndex(ofOutput: index, of: image)][Bucket(size: size, split: split), default: 0] +=
            1
        }
      }
    }
    let splits = job.split?.parts.map(\.name) ?? []
    return zip(buckets, counts).enumerated().flatMap { entry, found in
      guard let buckets = found.0 else { return [BucketCount]() }
      func order(_ bucket: Bucket) -> (Int, Int, Int) {
        (bucket.size.width, bucket.size.height, bucket.split.flatMap { splits.firstIndex(of: $0) } ?? 0)
      }
      return found.1.sorted { order($0.key) < order($1.key) }.map { bucket, count in
        BucketCount(
          entry: entry + 1, size: bucket.size, split: bucket.split, outputs: count, batch: buckets.batch)
      }
    }
  }
}
