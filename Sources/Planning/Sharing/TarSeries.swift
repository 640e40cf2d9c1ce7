import ImageModel
import JobFile

/// In which of a series of WebDataset's shards the outputs of each image go, as the plan alone tells: all that can be made
/// count, whether they are made or not, and those of one image stay together where they fit.
package struct TarSeries {
  /// The number of the shard that each image's first output is in, from 0. For an image without one it says nothing.
  package let starts: [Int32]
  private let most: Int
  private let isSplit: Bool

  /// For `plan` and an entry of its job's `exports`; nil where sizes count, which no plan knows.
  package init?(_ plan: BatchPlan, _ export: Export) {
    guard export.format == .webdataset, export.shards.bytes == .max else { return nil }
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

  /// The series of a part of a plan, of which each image's number is known.
  package init(starts: [Int32], _ export: Export) {
    self.starts = starts
    most = export.shards.count
    isSplit = export.path?.uses(.split) == true
  }

  /// The split whose series an image is in.
  func split(ofImage place: Int, _ plan: BatchPlan) -> Int32 {
    isSplit && plan.splits.indices.contains(place) ? plan.splits[place] : 0
  }

  /// The shard of the output that is the `ordinal`th, from 0, of those that can be made of an image, `count` in all.
  package func shard(of ordinal: Int, among count: Int, ofImage place: Int) -> Int {
    Int(starts[place]) + (count > most ? ordinal / most : 0)
  }

  /// The last shard with an output of the image at a place of the plan.
  func last(_ image: ImagePlan, at place: Int) -> Int {
    let count = image.makeable.count
    return shard(of: max(0, count - 1), among: count, ofImage: place)
  }

  /// Where a series ends so far.
  private struct End {
    private var number: Int32 = 0
    private var count = 0

    /// Adds so many outputs of an image, and returns the shard of the first.
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
  /// The outputs that nothing in the plan keeps from being made.
  package var makeable: [Int] {
    outputs.indices.filter {
      failure(ofOutput: $0) == nil && outputs[$0].path != nil && outputs[$0].shownSize != nil
    }
  }
}
