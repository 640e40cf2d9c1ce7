import Glibc
import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import System

/// A plan written by ``FrozenPlanWriter``, open for reading.
package struct FrozenPlan: Sendable {
  /// The file as the user named it.
  package let file: String
  package let header: FrozenHeader
  /// The SHA-256 of the header. It identifies the plan, because the header contains the hashes of all shards.
  package let id: String
  private let path: String
  /// The offset of the first shard's lines.
  private let start: Int

  /// Reads the header of the plan at the absolute `path`.
  package init(_ file: String, at path: String) throws(FrozenFault) {
    self.file = file
    self.path = path
    var lines = LineReader(path)
    let line = try lines.sound() ?? []
    start = lines.offset
    id = SHA256.digest(of: Array(line))
    header = try FrozenFault.about(line: 1) { try Self.header(line) }
    guard (1...FixedLimits.Work.shards).contains(header.shards.count),
      header.shards.allSatisfy(\.isConsistent)
    else { throw FrozenFault("has shards that can't be", line: 1) }
  }

  /// The first bytes of every frozen plan.
  private static let beginning = Array(#"{"plan":"#.utf8)

  /// True if the file at `path` begins like a frozen plan.
  package static func isPlan(_ path: String) -> Bool {
    (try? FileBytes.read(path, limit: beginning.count)) == beginning
  }

  private static func header(_ line: ArraySlice<UInt8>) throws -> FrozenHeader {
    guard line.starts(with: beginning) else {
      throw FrozenFault("is no plan: 'upright plan --out' writes plans")
    }
    let value = try JSONValue(sealed: line)
    if let number = value["plan"]?.whole, number != FrozenHeader.format {
      throw FrozenFault("is a plan of format \(number), and this version reads \(FrozenHeader.format)")
    }
    return try JSONDecoding.decode(FrozenHeader.self, from: value)
  }

  /// All shards.
  package var places: [ShardPlace] {
    header.shards.indices.compactMap { ShardPlace($0, of: header.shards.count) }
  }

  /// The entry of the job's `exports` for which shards write the shards of an export themselves.
  package func export(of job: JobSpec) -> Export? {
    header.tars.flatMap { job.exports.indices.contains($0) ? job.exports[$0] : nil }
  }

  /// The images of one shard.
  package func images(of place: ShardPlace, _ job: JobSpec) throws(FrozenFault) -> BatchPlan {
    var plan = BatchPlan(images: [])
    var shared = SharedValues()
    var tars: [Int32] = []
    var (texts, counts) = (FieldRows(), [Int]())
    let names = job.split?.parts.map(\.name) ?? []
    try forEachLine(of: place) { line, number throws(FrozenFault) in
      var frozen = try FrozenImage.read(line, number: number)
      frozen.image.share(&shared)
      plan.images.append(frozen.image)
      for row in frozen.columns { texts.add(row.fields) }
      counts.append(frozen.columns.count)
      plan.members.add(frozen.carried ?? [])
      if let split = frozen.split, let part = names.firstIndex(of: split) {
        plan.splits.append(Int32(clamping: part))
      }
      if let tar = frozen.tar, tar >= 0 { tars.append(tar) }
      let count = plan.images.count
      if header.tars != nil && tars.count < count || !plan.splits.isEmpty && plan.splits.count < count {
        throw FrozenFault("has no 'tar' or 'split', which all have", line: number)
      }
    }
    if header.tars != nil { plan.tars = tars }
    plan.columns.add(texts, counts: counts)
    return plan
  }

  /// Reads the plan of one image from `line`. `number` is the line's number in its file or input.
  package static func image(_ line: ArraySlice<UInt8>, number: Int) throws(FrozenFault) -> ImagePlan {
    try FrozenImage.read(line, number: number).image
  }

  /// Throws if any line is damaged.
  package func check() throws(FrozenFault) {
    for place in places {
      try forEachLine(of: place) { line, number throws(FrozenFault) in
        if SealedLine.content(of: line) == nil { throw .damaged(line: number) }
      }
    }
  }

  /// Calls `body` with each line of a shard and its number in the file. Throws if the hash of these lines
  /// differs from the shard's hash in the header.
  private func forEachLine(
    of place: ShardPlace, _ body: (ArraySlice<UInt8>, Int) throws(FrozenFault) -> Void
  ) throws(FrozenFault) {
    let shard = header.shards[place.index]
    let before = header.shards[..<place.index]
    let offset = before.reduce(start) { $0 + $1.bytes }
    let first = before.reduce(2) { $0 + $1.images }
    var lines = LineReader(path, from: offset, to: offset + shard.bytes)
    let digest = SHA256()
    var count = 0
    while let line = try lines.sound() {
      try body(line, first + count)
      count += 1
      line.withUnsafeBytes { digest.update($0) }
      withUnsafeBytes(of: UInt8(ascii: "\n")) { digest.update($0) }
    }
    let sum = digest.finish()
    if count != shard.images || sum != shard.sha256 {
      throw FrozenFault("the lines of shard \(place) are not those of this plan")
    }
  }
}
