import ImageModel

/// The whole plan of a job.
package struct BatchPlan: Sendable {
  /// One plan for each item, in source order.
  package var images: [ImagePlan]

  /// Each image's split as an index into ``Split/parts``; empty if no path of `exports` uses `{split}`.
  package var splits: [Int32]

  /// The columns of lists that exports carry.
  package var columns: CarriedColumns

  /// The members of samples in archives that exports carry.
  package var members: CarriedMembers

  /// The number of groups of each split, in the order of ``Split/parts``. Empty if the job has no splits by groups, and
  /// for a shard.
  package var splitCounts: [SplitCount] = []

  /// The groups of an exact split that no earlier run has dealt.
  package var newGroups: [DealtGroup] = []

  /// The outputs of each bucket. Empty if the job has no buckets, and for a shard.
  package var bucketCounts: [BucketCount] = []

  /// The names and the skeleton of keypoints that annotation files give for categories.
  package var keypoints: [CategoryKeypoints] = []

  /// The paths of the mask files of images whose own plans have none, because the image is refused or left out. They are
  /// relative to the base folder. Empty for a shard.
  package var unplannedMasks: [String] = []

  /// The shard of an export in which each image's outputs begin (``ExportShardSeries``). Nil unless a shard of a frozen
  /// plan writes its own shards of an export.
  package var tars: [Int32]?

  package init(
    images: [ImagePlan], splits: [Int32] = [], columns: CarriedColumns = CarriedColumns(),
    members: CarriedMembers = CarriedMembers()
  ) {
    self.images = images
    self.splits = splits
    self.columns = columns
    self.members = members
  }

  /// The fields that lists give for an output, as JSON without braces; nil if a list gives none. The output is that
  /// with index `index` of the image at index `place`.
  package func columns(ofOutput index: Int, ofImage place: Int) -> ArraySlice<UInt8>? {
    columns.fields(ofImage: place, box: images[place].boxIndex(ofOutput: index))
  }

  /// The same images, with all that belongs to them, in the order of ``ImagePlan/index``.
  package var inSourceOrder: BatchPlan {
    let order = images.indices.sorted { images[$0].index < images[$1].index }
    var plan = BatchPlan(
      images: order.map { images[$0] }, splits: splits.isEmpty ? [] : order.map { splits[$0] },
      columns: columns.reordered(order), members: members.reordered(order))
    plan.keypoints = keypoints
    return plan
  }

  /// The number of manifest rows: one for each output of each item.
  package var rows: Int { images.reduce(0) { $0 + $1.outputs.count } }

  /// True if an image is drawn.
  package var draws: Bool { images.contains { $0.decodes.contains { $0.engine.draws } } }

  /// The number of rows whose pictures the job leaves out.
  package var filteredRows: Int { images.reduce(0) { $0 + ($1.isFiltered ? $1.outputs.count : 0) } }

  /// The number of rows that are already known to fail.
  package var failedRows: Int {
    images.lazy.filter { !$0.isFiltered }.reduce(0) { sum, image in
      sum + image.outputs.indices.count { image.failure(ofOutput: $0) != nil }
    }
  }
}

extension BatchPlan {
  /// Bytes that the process takes in addition to the images in work: code, libraries and tables. This value
  /// and ``workerBytes`` were measured with the binary that contains all libraries. Linux 6.18 had loaded
  /// most of the binary's code into memory.
  package static let baseBytes = 19_000_000

  /// Bytes that a worker process takes in addition to its image. This value is less than ``baseBytes``, since
  /// a worker process reads no job and keeps no journal.
  package static let workerBytes = 14_500_000

  /// The most bytes that a thread keeps from earlier images: filter banks, memory of planes, and the gaps
  /// between them. The value was measured. A worker process may keep more, but never more than its largest
  /// image took.
  package static let keptBytes = 3_000_000
}
