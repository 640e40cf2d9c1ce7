/// The place of each item's newest line. An item takes at most 30 bytes of memory, however long its name is.
///
/// It is a table with open addressing. It holds only hashes; the caller compares the keys.
struct JournalIndex {
  /// The place of a line in the file, newline included.
  struct Place: Hashable {
    /// All offsets are below this limit, one tebibyte.
    static let limit = 1 << 40

    var offset: Int
    var count: Int
  }

  private struct Slot {
    var hash: UInt64 = 0
    /// The line's offset in the upper 40 bits, and its length in bytes in the lower 24; 0 if the slot is
    /// free.
    var packed: UInt64 = 0

    var place: Place { Place(offset: Int(packed >> 24), count: Int(packed & 0xFF_FFFF)) }
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  /// The number of items.
  private(set) var count = 0

  /// Bytes of the table.
  var size: Int { slots.capacity * MemoryLayout<Slot>.stride }

  /// The place under `hash` that `isWanted` accepts; nil if there is none.
  func find<Failure: Error>(
    _ hash: UInt64, _ isWanted: (Place) throws(Failure) -> Bool
  ) throws(Failure) -> Place? {
    let slot = slots[try slot(hash, isWanted)]
    return slot.packed == 0 ? nil : slot.place
  }

  /// Stores `place` under `hash`. If `isWanted` accepts a place there, the new place replaces it.
  mutating func set<Failure: Error>(
    _ hash: UInt64, _ place: Place, _ isWanted: (Place) throws(Failure) -> Bool
  ) throws(Failure) {
    let index = try slot(hash, isWanted)
    let isNew = slots[index].packed == 0
    slots[index] = Slot(hash: hash, packed: UInt64(place.offset) << 24 | UInt64(place.count))
    if isNew {
      count += 1
      if count * 5 > slots.count * 4 { grow() }
    }
  }

  /// The slot whose place `isWanted` accepts. If there is none, the free slot for a new place with this hash.
  private func slot<Failure: Error>(
    _ hash: UInt64, _ isWanted: (Place) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var index = Self.start(hash, slots.count)
    while slots[index].packed != 0 {
      if slots[index].hash == hash, try isWanted(slots[index].place) { return index }
      index = index + 1 == slots.count ? 0 : index + 1
    }
    return index
  }

  private static func start(_ hash: UInt64, _ count: Int) -> Int {
    Int(hash.multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Grows by half, so that at most about half of the table is free.
  private mutating func grow() {
    var larger = [Slot](repeating: Slot(), count: slots.count * 3 / 2)
    for slot in slots where slot.packed != 0 {
      var index = Self.start(slot.hash, larger.count)
      while larger[index].packed != 0 { index = index + 1 == larger.count ? 0 : index + 1 }
      larger[index] = slot
    }
    slots = larger
  }
}
