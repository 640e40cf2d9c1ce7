import ImageModel
import Survey
import System

/// The entries of files in a job lock. A file and its entry have the same index.
///
/// Memory: about 50 bytes a file, and 16 more if the job lock lists the files in another order.
struct LockedFiles {
  /// A file's name, and an id to distinguish files with the same name.
  typealias Key = (name: String, id: String)

  /// A file's entry in the job lock.
  struct Entry {
    var sum: FileHash?
    /// False if the plan now makes the file's outputs differently than the job lock says.
    var hasSameRecipe: Bool
  }

  /// The entry of each file; nil for a file that isn't in the job lock.
  private(set) var entries: [Entry?]
  private let key: (Int) -> Key
  /// The expected index of the next line's file. It is right unless files were added or removed.
  private var next = 0
  /// Indices of files, sorted by the hash of their keys.
  private var index: [(hash: Int, place: Int32)] = []

  init(count: Int, key: @escaping (Int) -> Key) {
    entries = Array(repeating: nil, count: count)
    self.key = key
  }

  /// The index of the file with the key `wanted`, which a line of the job lock names. Nil if there is no such
  /// file.
  mutating func find(_ wanted: Key) throws(FileFault) -> Int? {
    guard let place = place(of: wanted) else { return nil }
    if entries[place] != nil { throw FileFault("'\(wanted.name)' stands in the lock already") }
    next = place + 1
    return place
  }

  /// Stores the entry of the file at index `place`.
  mutating func set(_ entry: Entry, at place: Int) { entries[place] = entry }

  private mutating func place(of wanted: Key) -> Int? {
    if next < entries.count && isSame(key(next), wanted) { return next }
    if index.isEmpty {
      index = entries.indices.map { (Self.hash(key($0)), Int32(clamping: $0)) }
      index.sort { $0.hash < $1.hash }
    }
    let hash = Self.hash(wanted)
    let first = index.indices.firstPlace { index[$0].hash >= hash }
    return index[first...].prefix { $0.hash == hash }.lazy.map { Int($0.place) }
      .first { isSame(key($0), wanted) }
  }

  private func isSame(_ one: Key, _ other: Key) -> Bool {
    ExactText(one.name) == ExactText(other.name) && ExactText(one.id) == ExactText(other.id)
  }

  private static func hash(_ key: Key) -> Int {
    var hasher = Hasher()
    hasher.combine(ExactText(key.name))
    hasher.combine(ExactText(key.id))
    return hasher.finalize()
  }
}
