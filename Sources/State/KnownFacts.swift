import Glibc
import ImageModel
import Planning
import Synchronization
import System

/// Facts about pictures that earlier plans of a job found, and those that this plan uses.
///
/// The file `facts` in the state folder keeps them, so that a later plan doesn't decode the pictures again. The file
/// serves as a cache: it isn't flushed, and a damaged file counts as missing. It has the line `upright facts 1`, then
/// 64 bytes for each picture, then the CRC-32C of all of this. Numbers are little-endian. The 64 bytes are the
/// picture's key of 16 bytes, and the facts in the order of ``GreyFacts``, as numbers of IEEE 754 and as the hashes'
/// bits.
package final class KnownFacts: Sendable {
  /// A hash of the picture's name and version, and of all that decides how it is decoded.
  private struct Key: Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    static func < (one: Key, other: Key) -> Bool { (one.high, one.low) < (other.high, other.low) }
  }

  private static let file = "facts"
  private static let fresh = "facts.new"
  /// The names of the files in a state folder.
  static let files = [file, fresh]
  private static let start = Array("upright facts 1\n".utf8)
  private static let recordBytes = 64

  private let versions: RecipeVersions
  private let earlier: [Key: GreyFacts]
  private let used = Mutex<[Key: GreyFacts]>([:])
  /// The number of facts that this plan found.
  private let found = Atomic<Int>(0)
  /// The number of facts in the file since this plan first wrote it; nil before.
  private let kept = Mutex<Int?>(nil)
  /// The file is written before the plan's end only if it grows by at least this number of facts.
  private static let leastGrowth = 256

  /// The facts of the job `name` in `place`, read without the job's run lock; none if `place` is nil. `versions` are
  /// those of the libraries that decode.
  package init(of name: String, in place: StatePlace?, versions: RecipeVersions) {
    self.versions = versions
    earlier = place.flatMap { Self.read($0, name) }.flatMap { try? Self.parsed($0) } ?? [:]
  }

  /// The facts that an earlier plan found about the picture that `small` makes small; nil if there are none.
  package func facts(of small: ImagePlan) -> GreyFacts? {
    guard let key = key(of: small), let facts = earlier[key] else { return nil }
    used.withLock { $0[key] = facts }
    return facts
  }

  /// Keeps facts about the picture that `small` makes small.
  package func add(_ facts: GreyFacts, of small: ImagePlan) {
    guard let key = key(of: small) else { return }
    used.withLock { $0[key] = facts }
    found.add(1, ordering: .relaxed)
  }

  private func key(of small: ImagePlan) -> Key? {
    guard let file = small.version?.file,
      let recipe = Recipe.digest(ofOutput: 0, in: small, versions: versions)
    else { return nil }
    let text = "\(small.source)\n\(file.bytes) \(file.modified) \(file.inode)\n\(recipe)"
    let digest = SHA256.digest(of: Array(text.utf8), bytes: 16)
    guard let high = UInt64(digest.prefix(16), radix: 16), let low = UInt64(digest.suffix(16), radix: 16)
    else {
      return nil
    }
    return Key(high: high, low: low)
  }

  /// Writes the facts that this plan uses, if they aren't those of the file. `folder` is the descriptor of the job's
  /// state folder, which the caller has locked.
  func save(in folder: Int32) throws(SystemError) {
    let used = used.withLock { $0 }
    if used == earlier && kept.withLock({ $0 }) == nil { return }
    try write(used, in: folder)
  }

  /// Writes all facts of the file and of this plan, which may end early. The file grows by a quarter at least, so that
  /// all writes together take at most 5 times the bytes of the last one. Many threads call this at once.
  func saveMore(in folder: Int32) throws(SystemError) {
    let result = kept.withLockIfAvailable { kept in
      Result { () throws(SystemError) in
        let before = kept ?? earlier.count
        let count = earlier.count + found.load(ordering: .relaxed)
        if count < before + max(before / 4, Self.leastGrowth) { return }
        try write(earlier.merging(used.withLock { $0 }) { _, new in new }, in: folder)
        kept = count
      }
    }
    try result?.get()
  }

  private func write(_ used: [Key: GreyFacts], in folder: Int32) throws(SystemError) {
    if used.count > FixedLimits.Work.keptFactBytes / Self.recordBytes { return }
    var writer = ByteWriter()
    writer.raw(Self.start)
    for (key, facts) in used.sorted(by: { $0.key < $1.key }) {
      writer.number(key.high)
      writer.number(key.low)
      for value in [facts.sharpness, facts.entropy, facts.mean, facts.deviation] {
        writer.number(value.bitPattern)
      }
      writer.number(facts.phash.bits)
      writer.number(facts.dhash.bits)
    }
    writer.number(CRC32C.of(writer.bytes))
    try SystemError.check(allowing: ENOENT) { unlinkat(folder, Self.fresh, 0) }
    let file = try Descriptor.open(
      Self.fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, below: folder, mode: 0o666)
    try Descriptor.write(writer.bytes, to: file.number)
    try SystemError.check { renameat(folder, Self.fresh, folder, Self.file) }
  }

  private static func read(_ place: StatePlace, _ name: String) -> [UInt8]? {
    guard let folder = try? place.tree.folder(of: place.path("\(name)/\(file)")),
      let file = try? Descriptor.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, below: folder.number),
      let status = try? file.status(), !status.isSpecial, status.bytes <= FixedLimits.Work.keptFactBytes
    else { return nil }
    return try? file.read(status.bytes, at: 0)
  }

  private static func parsed(_ bytes: [UInt8]) throws(WireError) -> [Key: GreyFacts] {
    let body = bytes.dropLast(4)
    guard body.starts(with: start), bytes.suffix(4).elementsEqual(checksum(body)) else {
      throw .wrong("checksum")
    }
    var reader = ByteReader(Array(body.dropFirst(start.count)))
    var facts: [Key: GreyFacts] = [:]
    while reader.count > 0 {
      let key = Key(high: try reader.number(), low: try reader.number())
      facts[key] = GreyFacts(
        sharpness: try real(&reader), entropy: try real(&reader), mean: try real(&reader),
        deviation: try real(&reader), phash: PictureHash(try reader.number(UInt64.self)),
        dhash: PictureHash(try reader.number(UInt64.self)))
    }
    return facts
  }

  private static func checksum(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(CRC32C.of(body))
    return writer.bytes
  }

  private static func real(_ reader: inout ByteReader) throws(WireError) -> Double {
    let value = Double(bitPattern: try reader.number())
    if !value.isFinite { throw .wrong("number") }
    return value
  }
}

extension JobState {
  /// Keeps the facts that a plan uses, for later plans. Only a state of the whole job may do so, because it alone has
  /// the run lock.
  package func keep(_ facts: KnownFacts) throws(SystemError) { try facts.save(in: folder) }

  /// Keeps the facts that a plan has found so far.
  package func keepMore(_ facts: KnownFacts) throws(SystemError) { try facts.saveMore(in: folder) }
}
