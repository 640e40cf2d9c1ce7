import ImageModel

/// An entry of `exports`: outputs and their boxes in a data loader's format.
package struct Export: Hashable, Sendable {
  package var format: ExportFormat
  /// The file below the output root, with the variables of ``PathTemplate/Variable/ofExports``. Nil for
  /// `voc`, which has no common file.
  package var path: PathTemplate?
  /// The place of the path in the job file. If the entry has no path, the place of the entry.
  package var location: SourceLocation
  /// The smallest part of a box that an output must show, in per cent of the box's area. If the output shows
  /// less, the box isn't written.
  package var minVisible: Double
  /// The limits of a tar shard. Formats other than `webdataset` have no limits.
  package var shards: TarShardLimits
}

/// The most that a tar shard holds. Each tar shard holds at least one sample, even if the sample is larger
/// than the limit.
package struct TarShardLimits: Hashable, Sendable {
  /// The most samples of one tar shard.
  package var count = Int.max
  /// The most bytes of one tar shard.
  package var bytes = Int.max
}
