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
  /// less, the box isn't written. Nil for the bound of the output's `tiles`, or else 0.
  package var minVisible: Double?
  /// The limits of a shard. An export without shards has none.
  package var shards: ExportShardLimits

  /// True if the export writes a series of shards.
  package var hasShards: Bool { path?.uses(.shard) == true }
}

/// The most that a shard of an export holds. Each shard holds at least one output, even if the output is larger
/// than the limit.
package struct ExportShardLimits: Hashable, Sendable {
  /// The most outputs of one shard.
  package var count = Int.max
  /// The most bytes of one shard.
  package var bytes = Int.max
}
