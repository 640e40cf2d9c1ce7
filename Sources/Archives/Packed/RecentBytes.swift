/// The last bytes of data that comes in pieces. Memory is taken only for bytes that came.
final class RecentBytes {
  /// The most bytes that are added at a time.
  static let step = 128 << 10

  private let ring: UnsafeMutableBufferPointer<UInt8>
  /// The offset of the first byte that is kept.
  private(set) var start: UInt64 = 0
  /// The offset behind the last byte.
  private(set) var end: UInt64 = 0

  /// Keeps at least the last `window` bytes.
  init(window: Int) { ring = .allocate(capacity: max(0, window) + Self.step) }

  deinit { ring.deallocate() }

  /// Lets all bytes go. The next one has this offset.
  func clear(at offset: UInt64) { (start, end) = (offset, offset) }

  /// The room for the next bytes. Old bytes may be overwritten there, so they aren't kept from now on.
  func room() -> UnsafeMutableBufferPointer<UInt8> {
    let place = place(of: end)
    let room = UnsafeMutableBufferPointer(rebasing: ring[place..<min(ring.count, place + Self.step)])
    let size = UInt64(ring.count - room.count)
    if end - start > size { start = end - size }
    return room
  }

  /// Adds the first `count` bytes of the room.
  func add(_ count: Int) { end += UInt64(count) }

  /// Appends the bytes with these offsets, which must be kept.
  func append(_ range: Range<UInt64>, to bytes: inout [UInt8]) {
    var offset = max(start, range.lowerBound)
    let upper = min(end, range.upperBound)
    while offset < upper {
      let place = place(of: offset)
      let count = min(ring.count - place, Int(upper - offset))
      bytes += UnsafeMutableBufferPointer(rebasing: ring[place..<place + count])
      offset += UInt64(count)
    }
  }

  private func place(of offset: UInt64) -> Int { Int(offset % UInt64(ring.count)) }
}
