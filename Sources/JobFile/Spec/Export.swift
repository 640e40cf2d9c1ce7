import ImageModel

/// An entry of `exports`: the outputs and the boxes in them, written for those who load them.
package struct Export: Hashable, Sendable {
  package var format: ExportFormat
  /// The file below the output root, with the variables of ``PathTemplate/Variable/ofExports``; nil for `voc`, which has
  /// none for all outputs.
  package var path: PathTemplate?
  /// Where the path stands, or the entry.
  package var location: SourceLocation
  /// How much of a box an output must show for the box to be written, in per cent of its area.
  package var minVisible: Double
  /// How large a shard may be; without bounds for other formats than `webdataset`.
  package var shards: ShardLimits
}

/// What a shard holds at most; it always holds one sample.
package struct ShardLimits: Hashable, Sendable {
  /// Samples.
  package var count = Int.max
  /// Bytes of the file.
  package var bytes = Int.max
}
