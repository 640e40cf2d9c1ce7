extension Journal {
  /// Bytes of a line before its key: the checksum, the kind and the tabs behind them.
  private static var keyOffset: Int { 14 }

  /// Reads the whole file and builds the index, and returns the size that the file had.
  func load() throws(SystemError) -> Int {
    reading = JournalReading()
    index = JournalIndex()
    files = nil
    guard let size = try file?.status().st_size else { return 0 }
    var reading = reading
    try reading.scan(Int(size), read: read) { line, offset, key throws(SystemError) in
      try note(key, at: JournalIndex.Place(offset: offset, count: line.count + 1))
    }
    self.reading = reading
    return Int(size)
  }

  /// Puts the line at `place`, whose item has that key, into the index.
  func note(_ key: ArraySlice<UInt8>?, at place: JournalIndex.Place) throws(SystemError) {
    guard let key else { return }
    try index.set(key.withUnsafeBytes(hash), place) { old throws(SystemError) in try holds(old, key) }
  }

  /// The place of the newest line with that key.
  func find(_ key: ArraySlice<UInt8>) throws(SystemError) -> JournalIndex.Place? {
    try index.find(key.withUnsafeBytes(hash)) { place throws(SystemError) in try holds(place, key) }
  }

  /// True where the line at `offset` is the newest with that key. Reads nothing.
  func isNewest(_ key: ArraySlice<UInt8>, at offset: Int) -> Bool {
    index.find(key.withUnsafeBytes(hash)) { $0.offset == offset } != nil
  }

  /// Up to `count` bytes of the file from `offset`.
  func read(_ count: Int, _ offset: Int) throws(SystemError) -> [UInt8] {
    try file?.read(count, at: offset) ?? []
  }

  /// True where the line at `place` is of the item with that key.
  private func holds(_ place: JournalIndex.Place, _ key: ArraySlice<UInt8>) throws(SystemError) -> Bool {
    let count = Self.keyOffset + key.count + 1
    guard count <= place.count else { return false }
    let start = try read(count, place.offset)
    return start.last == JournalText.tab && start.count == count
      && start[Self.keyOffset...].dropLast().elementsEqual(key)
  }
}
