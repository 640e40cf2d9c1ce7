import JSON
import Planning

/// The first line of a shard's manifest.
package struct ShardManifestHeader: Hashable, Sendable, Decodable, JSONObject {
  /// The version of the file format; this program writes version ``format``.
  package let manifest: Int
  /// SHA-256 of the header of the shard's plan, in hexadecimal.
  package let plan: String
  /// The shard's number, counted from 0.
  package let shard: Int
  package let shards: Int
  /// The number of lines that follow.
  package let rows: Int

  package static let format = 1

  package init(plan: String, _ place: ShardPlace, rows: Int) {
    manifest = Self.format
    self.plan = plan
    shard = place.index
    shards = place.count
    self.rows = rows
  }

  package func writeFields(to json: inout JSONWriter) {
    json.field("manifest", manifest)
    json.field("plan", plan)
    json.field("shard", shard)
    json.field("shards", shards)
    json.field("rows", rows)
  }
}
