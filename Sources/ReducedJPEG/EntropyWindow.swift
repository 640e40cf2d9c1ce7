/// The entropy-coded data of an interval without its stuffed zeros (ITU-T T.81, F.1.2.3), a piece of it in memory at a time.
///
/// The bytes in memory are followed by ``slack`` zeros, so that an MCU is decoded without a look at their end: it has at most
/// 10 blocks of 64 coefficients (B.2.3), each at most a code of 16 bits and 15 more, which is 2,480 bytes; a reader is at most
/// 8 bytes ahead of what it has taken, and loads 8.
final class EntropyWindow {
  private static let capacity = 1 << 15
  /// The most bytes that an MCU and the reader's lead take, and more.
  static let slack = 2560

  private let file: FileWindow
  private let memory: UnsafeMutablePointer<UInt8>
  /// Bytes of data in memory, at most ``capacity`` and one.
  private var filled = 0
  /// The marker that ended the interval, 0 for the end of the file; nil while there may be more data.
  private(set) var marker: UInt8?

  init(_ file: FileWindow) {
    self.file = file
    // One more for an 0xFF behind a full run.
    let size = Self.capacity + 1 + Self.slack
    memory = .allocate(capacity: size)
    memory.initialize(repeating: 0, count: size)
  }

  deinit { memory.deallocate() }

  /// Begins an interval with the file's next byte, none of which is in memory yet.
  func begin() -> BitReader {
    (filled, marker) = (0, nil)
    return BitReader(memory)
  }

  /// As long as the reader's next byte isn't behind it an MCU of data is in memory.
  var limit: UnsafePointer<UInt8> { UnsafePointer(memory) + (filled - Self.slack) }

  /// Throws where the reader has taken more than there is.
  func check(_ reader: BitReader) throws(DecodeEnd) {
    var reader = reader
    reader.rewind()
    if UnsafePointer(memory).distance(to: reader.next) > filled { throw .damaged(.endsEarly) }
  }

  /// Makes room for one more MCU; throws where the reader has taken more than there is. The limit is another one then.
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
      // One more byte of data, or a marker.
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

  /// The marker whose second byte, or fill byte before that (ITU-T T.81, B.1.1.2), is `byte`.
  private static func marker(_ byte: UInt8, _ file: FileWindow) throws(DecodeEnd) -> UInt8 {
    var byte = byte
    while byte == 0xFF {
      guard let next = try file.next() else { return 0 }
      byte = next
    }
    if byte == 0 { throw .damaged(.extraneous) }
    return byte
  }

  /// Ends the interval behind its last MCU and gives the marker that follows, 0 for the end of the file. Of its last byte
  /// some bits may be left.
  func end(_ reader: BitReader) throws(DecodeEnd) -> UInt8 {
    let reader = try extended(reader)
    guard let marker, UnsafePointer(memory).distance(to: reader.next) == filled else {
      throw .damaged(.extraneous)
    }
    return marker
  }

  /// Takes the file's next `count` intervals as they stand, each with the restart marker behind it, at most `most` bytes
  /// of each. Gives the other marker that ends the scan before that, 0 for the end of the file.
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

  /// Passes over the rest of the interval, and gives the marker that follows.
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
