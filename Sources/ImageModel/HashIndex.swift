/// An index of hashes that finds each hash within a distance of another one.
///
/// A hash is cut into four parts of 16 bits. Two hashes that differ in d bits have a part in which they differ in at
/// most d / 4 bits, rounded down. So the index keeps, for each value of each part, the hashes with this value, and
/// looks up the values near those of the sought hash (Norouzi, Punjani, Fleet: "Fast Search in Hamming Space with
/// Multi-Index Hashing", CVPR 2012). The search is exact.
package struct HashIndex: Sendable {
  /// The greatest distance that can be sought. Greater ones would look up too many values.
  package static let farthest = 16

  private static let parts = 4
  private static let values = 1 << 16
  /// Up to this number of hashes are compared one by one, without tables.
  private static let comparedEach = 256
  /// For each value of each part, the last hash with this value; -1 for none. Empty until the hashes are many.
  private var last: [Int32] = []
  /// For each part of each hash, the hash before it with the same value; -1 for none. Empty while hashes are compared
  /// one by one.
  private var before: [Int32] = []
  private var hashes: [PictureHash] = []

  package init() {}

  /// The number of hashes.
  package var count: Int { hashes.count }

  /// Adds a hash. Its number is the number of hashes before it.
  package mutating func add(_ hash: PictureHash) {
    hashes.append(hash)
    if hashes.count <= Self.comparedEach { return }
    if last.isEmpty { last = [Int32](repeating: -1, count: Self.parts * Self.values) }
    for number in before.count / Self.parts..<hashes.count {
      for part in 0..<Self.parts {
        let place = Self.place(part, Self.value(part, of: hashes[number]))
        before.append(last[place])
        last[place] = Int32(clamping: number)
      }
    }
  }

  /// Removes all hashes.
  package mutating func removeAll() {
    for hash in hashes.prefix(before.count / Self.parts) {
      for part in 0..<Self.parts { last[Self.place(part, Self.value(part, of: hash))] = -1 }
    }
    before.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
  }

  /// The number of the hash that is nearest to `hash`, and its distance. If several are equally near, the first one
  /// counts. Nil if all are farther than `distance`, which is 0...``farthest``. Only hashes whose numbers are `wanted`
  /// count.
  package func nearest(
    to hash: PictureHash, within distance: Int, where wanted: (Int) -> Bool = { _ in true }
  ) -> (number: Int, distance: Int)? {
    var best: (number: Int, distance: Int)?
    func compare(_ number: Int) {
      let found = hashes[number].distance(to: hash)
      if found <= distance, best.map({ (found, number) < ($0.distance, $0.number) }) ?? true, wanted(number) {
        best = (number, found)
      }
    }
    if before.isEmpty {
      for number in hashes.indices { compare(number) }
      return best
    }
    for part in 0..<Self.parts {
      let value = Self.value(part, of: hash)
      for change in Self.changes[...Self.changesUp(to: distance / Self.parts)] {
        var number = Int(last[Self.place(part, value ^ Int(change))])
        while number >= 0 {
          compare(number)
          number = Int(before[number * Self.parts + part])
        }
      }
    }
    return best
  }

  private static func place(_ part: Int, _ value: Int) -> Int { part * values + value }

  private static func value(_ part: Int, of hash: PictureHash) -> Int {
    Int(truncatingIfNeeded: hash.bits >> UInt64(16 * part)) & (values - 1)
  }

  /// All changes of at most ``farthest`` / 4 of 16 bits, those of few bits first.
  private static let changes: [UInt16] = {
    var (all, latest): ([UInt16], [UInt16]) = ([0], [0])
    for _ in 0..<farthest / parts {
      // One bit more, above the others.
      latest = latest.flatMap { change in
        (UInt16.bitWidth - change.leadingZeroBitCount..<UInt16.bitWidth).map { change | 1 << $0 }
      }
      all += latest
    }
    return all
  }()

  /// The index in ``changes`` of the last change of at most `bits` bits: 1, 17, 137, 697 or 2517 changes less one.
  private static func changesUp(to bits: Int) -> Int {
    [0, 16, 136, 696, 2516][min(max(bits, 0), farthest / parts)]
  }
}
