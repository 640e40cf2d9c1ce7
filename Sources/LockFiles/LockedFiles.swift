import ImageModel
import Survey
import System

/// What a lock says of files that are known by their places.
///
/// Memory: some 50 bytes a file, and 16 more where the lock has them in another order.
struct LockedFiles {
  /// A file's name, and what tells apart those of one name.
  typealias Key = (name: String, id: String)

  /// What the lock says of one.
  struct Entry {
    var sum: FileSum?
    /// False where its outputs are made in another way.
    var hasSameRecipe: Bool
  }

  /// nil where the lock doesn't have it.
  private(set) var entries: [Entry?]
  private let key: (Int) -> Key
  /// Where the next line of the lock belongs, if nothing was added or taken away.
  private var next = 0
  /// Places by the hash values of their keys, in the order of these.
  private var index: [(hash: Int, place: Int32)] = []

  init(count: Int, key: @escaping (Int) -> Key) {
    entries = Array(repeating: nil, count: count)
    self.key = key
  }

  /// The place of a file that a line of the lock names; nil where there is none.
  mutating func find(_ wanted: Key) throws(FileFault) -> Int? {
    guard let place = place(of: wanted) else { return nil }
    if entries[place] != nil { throw FileFault("'\(wanted.name)' stands in the lock already") }
    next = place + 1
    return place
  }

  /// Notes what the lock says of the file at `place`.
  mutating func set(_ entry: Entry, at place: Int) { entries[place] = entry }

  private mutating func place(of wanted: Key) -> Int? {
    if next < entries.count && isSame(key(next), wanted) { return next }
    if index.isEmpty {
      index = entries.indices.map { (Self.hash(key($0)), Int32(clamping: $0)) }
      index.sort { $0.hash < $1.hash }
    }
    let hash = Self.hash(wanted)
    var places = index.indices
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      places = index[middle].hash < hash ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return index[places.lowerBound...].prefix { $0.hash == hash }.lazy.map { Int($0.place) }
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
