/// The entropy-coded data of a restart interval without stuffed zeros (ITU-T T.81, F.1.2.3). One piece of the
/// data is in memory at a time.
///
/// After the data in memory come ``slack`` zeros, so that an MCU is decoded without checks for the data's
/// end. An MCU has at most 10 blocks of 64 coefficients (B.2.3). A coefficient takes at most 31 bits: a code
/// word of 16 and a value of 15. So an MCU takes at most 2,480 bytes. A reader loads 8 bytes, and is at most
/// 8 bytes ahead of the bits it has taken.
final class EntropyWindow {
  private static let capacity = 1 << 15
  /// The number of zeros after the data: more than the bytes of the largest MCU plus the 8 bytes that a
  /// reader may be ahead.
  static let slack = 2560

  private let file: FileWindow
  private let memory: UnsafeMutablePointer<UInt8>
  /// Bytes of data in memory, at most ``capacity`` + 1.
  private var filled = 0
  /// The marker that ended the interval, or 0 for the end of the file; nil while more data may follow.
  private(set) var marker: UInt8?

  init(_ file: FileWindow) {
    self.file = file
    // One more byte is needed, for an 0xFF after a full run of data.
    let size = Self.capacity + 1 + Self.slack
    memory = .allocate(capacity: size)
    memory.initialize(repeating: 0, count: size)
  }

  deinit { memory.deallocate() }

  /// Begins an interval at the file's next byte; no data is in memory yet.
  func begin() -> BitReader {
    (filled, marker) = (0, nil)
    return BitReader(memory)
  }

  /// If the reader's next byte lies at or before this place, the data of a whole MCU is sure to be in memory.
  var limit: UnsafePointer<UInt8> { UnsafePointer(memory) + (filled - Self.slack) }

  /// Throws if the reader has taken more bits than there are.
  func check(_ reader: BitReader) throws(DecodeEnd) {
    var reader = reader
    reader.rewind()
    if UnsafePointer(memory).distance(to: reader.next) > filled { throw .damaged(.endsEarly) }
  }

  /// Loads more data and moves ``limit``, unless all data of the interval is loaded already. Returns the
  /// reader at its new place. Throws if the reader has taken more bits than there are.
  @inline(never) func extended(_ reader: BitReader) throws(DecodeEnd) -> BitReader {
    try check(reader)
    var reader = reader
    reader.rewind()
    let taken = UnsafePointer(memory).distance(to: reader.next)
    if marker != nil { return reader }
    memory.update(from: memory + taken, count: filled - taken)
    filled -= taken
    reader.next = UnsafePointer(memory)
    try fill()
    return reader
  }

  private func fill() throws(DecodeEnd) {
    while filled < Self.capacity {
      guard let run = try file.takeRun(into: memory + filled, most: Self.capacity - filled) else {
        marker = 0
        break
      }
      filled += run.count
      if !run.endsAtFF { continue }
      // A data byte 0xFF, or a marker.
      let next = try file.next() ?? 0xFF
      if next != 0 {
        marker = try Self.marker(next, file)
        break
      }
      memory[filled] = 0xFF
      filled += 1
    }
    (memory + filled).update(repeating: 0, count: Self.slack)
  }

  /// Reads a marker after its 0xFF. `byte` is the marker's second byte or a fill byte (ITU-T T.81, B.1.1.2).
  private static func marker(_ byte: UInt8, _ file: FileWindow) throws(DecodeEnd) -> UInt8 {
    var byte = byte
    while byte == 0xFF {
      guard let next = try file.next() else { return 0 }
      byte = next
    }
    if byte == 0 { throw .damaged(.extraneous) }
    return byte
  }

  /// Ends the interval after its last MCU and returns the next marker, 0 for the end of the file. Some bits
  /// of the last byte may be unused.
  func end(_ reader: BitReader) throws(DecodeEnd) -> UInt8 {
    let reader = try extended(reader)
    guard let marker, UnsafePointer(memory).distance(to: reader.next) == filled else {
      throw .damaged(.extraneous)
    }
    return marker
  }

  /// Copies the file's next `count` intervals with their restart markers, but at most `most` bytes of each.
  /// Returns the marker that ends the scan early, 0 for the end of the file; nil otherwise.
  func take(_ count: Int, most: Int, into bytes: ByteStore) throws(DecodeEnd) -> UInt8? {
    var (left, room) = (count, most)
    while left > 0 {
      let length = min(room, Self.capacity)
      let place = length > 0 ? try bytes.room(for: length) : nil
      guard let run = try file.takeRun(into: place, most: length > 0 ? length : .max) else { return 0 }
      if length > 0 {
        bytes.count += run.count
        room -= run.count
      }
      if !run.endsAtFF { continue }
      let next = try file.next() ?? 0xFF
      if next > 0 {
        let marker = try Self.marker(next, file)
        if marker > 0 { try bytes.append(0xFF, marker) }
        guard (0xD0...0xD7).contains(marker) else { return marker }
        (left, room) = (left - 1, most)
      } else if room > 1 {
        try bytes.append(0xFF, 0)
        room -= 2
      } else {
        room = 0
      }
    }
    return nil
  }

  /// Skips the rest of the interval and returns the next marker.
  func skipRest() throws(DecodeEnd) -> UInt8 {
    while marker == nil {
      guard let run = try file.takeRun(into: nil, most: .max) else {
        marker = 0
        break
      }
      if !run.endsAtFF { continue }
      let next = try file.next() ?? 0xFF
      if next != 0 { marker = try Self.marker(next, file) }
    }
    return marker ?? 0
  }
}
