import Glibc
import Planning
import System

/// A file in a job's state folder that keeps facts about pictures, so that a later plan doesn't decode the pictures
/// again.
///
/// The file serves as a cache: it isn't flushed, and a damaged file counts as missing. It has a line that names its
/// content, then records of one length, then the CRC-32C of all of this. Numbers are little-endian.
struct KeptRecords {
  let name: String
  let start: [UInt8]
  let recordBytes: Int

  /// The file's names in a state folder.
  var names: [String] { [name, StateFile.fresh(name)] }

  /// The records of the job `job` in `place`, read without the job's run lock; nil if the file is missing or damaged.
  func read(of job: String, in place: StatePlace) -> [UInt8]? {
    guard let folder = try? place.tree.folder(of: place.path("\(job)/\(name)")),
      let file = try? Descriptor.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, below: folder.number),
      let status = try? file.status(), !status.isSpecial, status.bytes <= FixedLimits.Work.keptFactBytes,
      let bytes = try? file.read(status.bytes, at: 0)
    else { return nil }
    let body = bytes.dropLast(4)
    guard body.starts(with: start), bytes.suffix(4).elementsEqual(Self.checksum(body)) else { return nil }
    return Array(body.dropFirst(start.count))
  }

  /// Writes `count` records, or nothing if they are too many. `folder` is the descriptor of the job's state folder,
  /// which the caller has locked.
  func write(
    _ count: Int, in folder: Int32, _ records: (inout ByteWriter) -> Void
  ) throws(SystemError) {
    if count > FixedLimits.Work.keptFactBytes / recordBytes { return }
    var writer = ByteWriter()
    writer.raw(start)
    records(&writer)
    writer.number(CRC32C.of(writer.bytes))
    try StateFile.put(name, [writer.bytes], in: folder)
  }

  private static func checksum(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(CRC32C.of(body))
    return writer.bytes
  }
}

/// A hash of a picture's name and version, and of all that decides how it is decoded.
struct PictureKey: Hashable, Comparable {
  let high: UInt64
  let low: UInt64

  init(_ reader: inout ByteReader) throws(WireError) {
    (high, low) = (try reader.number(), try reader.number())
  }

  /// The recipe of the picture that `small` makes small; nil if it can't be made.
  static func recipe(of small: ImagePlan, _ versions: RecipeVersions) -> String? {
    Recipe.digest(ofOutput: 0, in: small, versions: versions)
  }

  /// The key of the picture that `small` makes small; nil if its version is unknown.
  init?(_ small: ImagePlan, _ versions: RecipeVersions) {
    guard let recipe = Self.recipe(of: small, versions) else { return nil }
    self.init(small, recipe)
  }

  /// The key of the picture of `image` and of `use`, the text of all else that decides; nil if the picture's version is
  /// unknown.
  init?(_ image: ImagePlan, _ use: String) {
    guard let file = image.version?.file else { return nil }
    let text = "\(image.source)\n\(file.bytes) \(file.modified) \(file.inode)\n\(use)"
    let digest = SHA256.digest(of: Array(text.utf8), bytes: 16)
    guard let high = UInt64(digest.prefix(16), radix: 16), let low = UInt64(digest.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  func write(to writer: inout ByteWriter) {
    writer.number(high)
    writer.number(low)
  }

  static func < (one: Self, other: Self) -> Bool { (one.high, one.low) < (other.high, other.low) }
}
