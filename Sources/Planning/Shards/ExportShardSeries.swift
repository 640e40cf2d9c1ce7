import ImageModel
import JobFile

/// The shards for each image's outputs, computed from the plan alone. Every output without a planned
/// error counts, even if it fails later. The outputs of an image stay together if they fit.
package struct ExportShardSeries {
  /// Tells for each image which shard has its first output. Shards count from 0. The number is
  /// undefined for an image without outputs.
  package let starts: [Int32]
  private let most: Int
  private let isSplit: Bool

  /// The series for an entry of the job's `exports`. Nil if the entry writes no shards, or if it limits
  /// their bytes: no plan knows the bytes of outputs.
  package init?(_ plan: BatchPlan, _ export: Export) {
    guard export.hasShards, export.shards.bytes == .max else { return nil }
    most = export.shards.count
    isSplit = export.path?.uses(.split) == true
    var ends: [Int32: End] = [:]
    var starts: [Int32] = []
    starts.reserveCapacity(plan.images.count)
    for (place, image) in plan.images.enumerated() {
      let split = isSplit && plan.splits.indices.contains(place) ? plan.splits[place] : 0
      starts.append(ends[split, default: End()].add(image.makeable.count, most))
    }
    self.starts = starts
  }

  /// The series for a part of a plan. `starts` comes from the whole plan.
  package init(starts: [Int32], _ export: Export) {
    self.starts = starts
    most = export.shards.count
    isSplit = export.path?.uses(.split) == true
  }

  /// The index of the split that the image at index `place` belongs to; 0 if the export has one series for
  /// all splits.
  func split(ofImage place: Int, _ plan: BatchPlan) -> Int32 {
    isSplit && plan.splits.indices.contains(place) ? plan.splits[place] : 0
  }

  /// The shard of one output of an image. Among the image's `count` outputs without a planned error, the
  /// output has the number `ordinal`, from 0.
  package func shard(of ordinal: Int, among count: Int, ofImage place: Int) -> Int {
    Int(starts[place]) + (count > most ? ordinal / most : 0)
  }

  /// The last shard with an output of the image at index `place`.
  func last(_ image: ImagePlan, at place: Int) -> Int {
    let count = image.makeable.count
    return shard(of: max(0, count - 1), among: count, ofImage: place)
  }

  /// The last shard of a series so far, and the number of outputs in it.
  private struct End {
    private var number: Int32 = 0
    private var count = 0

    /// Adds `more` outputs of an image, with at most `most` outputs in a shard. Returns the shard of
    /// the first added output.
    mutating func add(_ more: Int, _ most: Int) -> Int32 {
      if count > 0 && more > most - count {
        number += 1
        count = 0
      }
      let start = number
      count += more
      if count > most {
        number += Int32(clamping: (count - 1) / most)
        count = (count - 1) % most + 1
      }
      return start
    }
  }
}

extension ImagePlan {
  /// The indices of outputs without a planned error that show the picture.
  package var makeable: [Int] {
    outputs.indices.filter {
      outputs[$0].mask == nil && failure(ofOutput: $0) == nil && outputs[$0].path != nil
        && outputs[$0].shownSize != nil
    }
  }
}
