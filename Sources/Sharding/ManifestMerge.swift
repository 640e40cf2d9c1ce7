import ImageModel
import JSON
import Planning
import Reporting
import System

/// Merges the manifests of all shards into one.
///
/// The rows of each shard are sorted. The next row of the manifest is therefore the smallest among the next
/// rows of all shards. For each shard, one row and one piece of its manifest are in memory.
package struct ManifestMerge {
  private var streams: MinHeap<Stream>
  /// The rows written so far.
  private var counts = Counts()

  /// The number of rows by status.
  package struct Counts: Hashable, Sendable {
    package var ok = 0
    package var failed = 0
    package var skipped = 0
    package var filtered = 0
    /// The number of all rows.
    package var rows: Int { ok + failed + skipped + filtered }

    fileprivate mutating func add(_ status: String) {
      switch status {
      case ManifestRow.Status.ok.rawValue: ok += 1
      case ManifestRow.Status.failed.rawValue: failed += 1
      case ManifestRow.Status.filtered.rawValue: filtered += 1
      default: skipped += 1
      }
    }
  }

  /// The rows of a shard that are still to be merged. Streams are ordered by their next rows. If these are
  /// equal, the shard's number decides.
  private struct Stream: Comparable {
    let shard: Int
    var rows: ShardRows
    var row: ShardRow

    static func == (one: Stream, other: Stream) -> Bool { one.shard == other.shard }

    static func < (one: Stream, other: Stream) -> Bool {
      if one.row.key < other.row.key { return true }
      return !(other.row.key < one.row.key) && one.shard < other.shard
    }
  }

  /// Throws if a shard's existing manifest is damaged.
  package static func check(_ path: String) throws(FrozenFault) {
    guard var rows = try ShardRows(path) else { return }
    while try rows.next() != nil {}
  }

  /// Writes the rows of the shards' checked manifests at `paths` to `path`, by rename. With `syncs`, the
  /// file survives a power failure.
  package static func write(_ paths: [String], to path: String, syncs: Bool) throws -> Counts {
    var streams: [Stream] = []
    for (shard, path) in paths.enumerated() {
      guard var rows = try ShardRows(path), let row = try rows.next() else { continue }
      streams.append(Stream(shard: shard, rows: rows, row: row))
    }
    var merge = ManifestMerge(streams: MinHeap(streams))
    let file = try WholeFile(path)
    var bytes: [UInt8] = []
    while let row = try merge.next() {
      merge.counts.add(row.status)
      bytes += row.text
      bytes.append(UInt8(ascii: "\n"))
      if bytes.count >= JSONWriter.chunk {
        try Descriptor.write(bytes, to: file.number)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try Descriptor.write(bytes, to: file.number)
    try file.commit(syncs: syncs)
    return merge.counts
  }

  /// The smallest next row of all shards.
  private mutating func next() throws(FrozenFault) -> ShardRow? {
    guard var stream = streams.first else { return nil }
    let row = stream.row
    if let next = try stream.rows.next() {
      stream.row = next
      streams.replaceFirst(with: stream)
    } else {
      streams.replaceFirst(with: nil)
    }
    return row
  }
}
