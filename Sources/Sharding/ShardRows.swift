import Glibc
import JSON
import Planning
import Reporting

/// The rows of one shard's manifest, in order, each checked.
struct ShardRows {
  let header: ShardManifestHeader
  private let path: String
  private var lines: LineReader
  private var number = 1
  private var last: ShardRow.Key?

  /// The bytes to read at a time. This number is small, since thousands of manifests are read in parallel.
  private static let piece = 1 << 14
  private static let keys: Set<String> = ["source", "output", "status"]

  /// Opens the manifest at `path`; nil if there is none.
  init?(_ path: String) throws(FrozenFault) {
    self.path = path
    var lines = LineReader(path, piece: Self.piece)
    do throws(FrozenFault) {
      let line = try lines.sound() ?? []
      header = try FrozenFault.about(line: 1) { try JSONDecoding.decode(from: JSONValue(sealed: line)) }
      if header.manifest != ShardManifestHeader.format {
        throw FrozenFault(
          "is of format \(header.manifest), and this version reads \(ShardManifestHeader.format)")
      }
    } catch {
      if error.system?.code == ENOENT { return nil }
      throw error.about(path)
    }
    self.lines = lines
  }

  /// The next row; nil after the last. Throws if the number of rows differs from the header's, or if rows
  /// are out of order.
  mutating func next() throws(FrozenFault) -> ShardRow? {
    do throws(FrozenFault) {
      guard let line = try lines.sound() else {
        if number - 1 != header.rows { throw FrozenFault("has \(number - 1) of its \(header.rows) rows") }
        return nil
      }
      number += 1
      let row = try FrozenFault.about(line: number) { try ShardRow(line, Self.keys) }
      if number - 1 > header.rows { throw FrozenFault("has more than its \(header.rows) rows") }
      if let last, row.key < last { throw FrozenFault("is not in order", line: number) }
      last = row.key
      return row
    } catch { throw error.about(path) }
  }
}

/// A row of a manifest.
struct ShardRow {
  let key: Key
  let status: String
  /// The row's text in the manifest, without line end.
  let text: [UInt8]

  /// The sort key of rows: the bytes of source and output.
  struct Key: Comparable {
    let source: [UInt8]
    let output: [UInt8]

    static func < (one: Key, other: Key) -> Bool {
      if one.source != other.source { return one.source.lexicographicallyPrecedes(other.source) }
      return one.output.lexicographicallyPrecedes(other.output)
    }
  }

  fileprivate init(_ line: ArraySlice<UInt8>, _ keys: Set<String>) throws {
    guard let content = SealedLine.content(of: line) else { throw FrozenFault.damaged() }
    text = content + [UInt8(ascii: "}")]
    let value = try JSONValue(line: text[...], keeping: keys)
    guard let source = value["source"]?.text, let status = value["status"]?.text else {
      throw FrozenFault("is no row of a manifest")
    }
    key = Key(source: Array(source.utf8), output: Array((value["output"]?.text ?? "").utf8))
    self.status = status
  }
}
