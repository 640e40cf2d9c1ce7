import System

extension Journal {
  /// Bytes of a line before its key: checksum, kind and the tabs after them.
  private static var keyOffset: Int { 14 }

  /// Reads the whole file and builds the index. Returns the file's size.
  func load() throws(SystemError) -> Int {
    reading = JournalReading()
    index = JournalIndex()
    glance = JournalGlance()
    files = nil
    guard let size = try file?.status().bytes else { return 0 }
    var reading = reading
    try reading.scan(size, read: read) { line, offset, key throws(SystemError) in
      try note(key, at: JournalIndex.Place(offset: offset, count: line.count + 1))
    }
    self.reading = reading
    return size
  }

  /// Adds the line at `place` to the index, under the key of the line's item. Does nothing without a key.
  func note(_ key: ArraySlice<UInt8>?, at place: JournalIndex.Place) throws(SystemError) {
    guard let key else { return }
    try index.set(key.withUnsafeBytes(hash), place) { old throws(SystemError) in try holds(old, key) }
  }

  /// The newest line with this key, without its newline; nil if there is none.
  func line(_ key: ArraySlice<UInt8>) throws(SystemError) -> ArraySlice<UInt8>? {
    var line: ArraySlice<UInt8> = []
    let place = try index.find(key.withUnsafeBytes(hash)) { place throws(SystemError) in
      line = try look(place.count - 1, place.offset)
      return Self.starts(line, key)
    }
    return place == nil ? nil : line
  }

  /// True if the line at `offset` is the newest with this key. Reads nothing.
  func isNewest(_ key: ArraySlice<UInt8>, at offset: Int) -> Bool {
    index.find(key.withUnsafeBytes(hash)) { $0.offset == offset } != nil
  }

  /// Up to `count` bytes of the file from `offset`.
  func read(_ count: Int, _ offset: Int) throws(SystemError) -> [UInt8] {
    try file?.read(count, at: offset) ?? []
  }

  /// The bytes of a line. The call also reads the bytes after the line, since the next call mostly asks for
  /// the next line: journals and callers follow the order of sources.
  private func look(_ count: Int, _ offset: Int) throws(SystemError) -> ArraySlice<UInt8> {
    if let found = glance.bytes(count, at: offset) { return found }
    // Bytes after the valid lines aren't read ahead, because new lines may overwrite them.
    let ahead = min(JournalGlance.length, reading.end - offset)
    glance = JournalGlance(try read(max(count, ahead), offset), at: offset)
    return glance.start(count)
  }

  /// True if the line at `place` has this key.
  private func holds(_ place: JournalIndex.Place, _ key: ArraySlice<UInt8>) throws(SystemError) -> Bool {
    Self.starts(try look(min(place.count, Self.keyOffset + key.count + 1), place.offset), key)
  }

  /// True if a line that starts with these bytes has this key.
  private static func starts(_ line: ArraySlice<UInt8>, _ key: ArraySlice<UInt8>) -> Bool {
    let (start, end) = (line.startIndex + keyOffset, line.startIndex + keyOffset + key.count)
    return line.endIndex > end && line[end] == JournalText.tab && line[start..<end] == key
  }
}
