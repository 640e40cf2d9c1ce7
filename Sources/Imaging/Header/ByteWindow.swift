import System
import ImageModel

/// A forward reader over a small window of a source, for a header of bounded length.
///
/// After the source's end the reader returns FF D9 for ever, as libjpeg's data sources do. So a cut file ends
/// with EOI.
struct ByteWindow {
  private static let length = 4096

  private let source: ByteSource
  private var end: Int
  private var window: [UInt8] = []
  private var windowStart = 0
  /// The offset of the next byte in the file.
  private(set) var position = 0

  init(_ source: ByteSource) {
    self.source = source
    end = source.size
  }

  /// The next byte.
  ///
  /// - Throws: `bad_header` beyond ``FixedLimits/Header/bytes``, `io_error`.
  mutating func next() throws(ImageError) -> UInt8 {
    let place = position - windowStart
    if place >= 0, place < window.count {
      position += 1
      return window[place]
    }
    return try nextBehindWindow()
  }

  private mutating func nextBehindWindow() throws(ImageError) -> UInt8 {
    guard position < FixedLimits.Header.bytes else {
      throw .badHeader("no picture begins in its first \(FixedLimits.Header.bytes >> 20) MiB")
    }
    if position < end { try refill() }
    defer { position += 1 }
    guard position < end else { return (position - end).isMultiple(of: 2) ? 0xFF : 0xD9 }
    return window[position - windowStart]
  }

  /// The next two bytes as a big-endian number.
  mutating func next16() throws(ImageError) -> Int {
    let high = try next()
    return Int(high) << 8 | Int(try next())
  }

  /// Skips `count` bytes; none if `count` is negative.
  mutating func skip(_ count: Int) { position += max(count, 0) }

  private mutating func refill() throws(ImageError) {
    let count = min(Self.length, end - position, FixedLimits.Header.bytes - position)
    window = try source.read(at: position, count: count, least: 1)
    windowStart = position
    // The file may have shrunk since its size was taken. The file then ends where its bytes end.
    if window.isEmpty { end = position }
  }
}
