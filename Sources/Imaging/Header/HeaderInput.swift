import ImageModel

/// A header's bytes, read by position through a small window, and not more of them than ``ByteWindow/reach``.
struct HeaderInput {
  /// The most chunks, boxes or directories that are looked at.
  static let mostParts = 4096
  private static let length = 4096

  private let source: ByteSource
  private var window: [UInt8] = []
  private var windowStart = 0
  private var looked = 0

  init(_ source: ByteSource) { self.source = source }

  /// The file's length in bytes.
  var size: Int { source.size }

  /// True when all of `count` bytes at `offset` lie in the file.
  func holds(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= 0 && count <= size && offset <= size - count
  }

  /// Exactly `count` bytes at `offset`; where the file must be asked, `atOnce` bytes are read.
  ///
  /// - Throws: `bad_header` where they don't lie in the file or too much has been looked at, `io_error`.
  mutating func bytes(at offset: Int, count: Int, atOnce: Int? = nil) throws(Finding) -> [UInt8] {
    guard holds(count, at: offset) else { throw .cutHeader }
    if offset < windowStart || offset + count > windowStart + window.count {
      try refill(at: offset, count: max(count, atOnce ?? Self.length))
    }
    let start = offset - windowStart
    guard count <= window.count - start else { throw .cutHeader }
    return Array(window[start..<start + count])
  }

  /// The same as numbers and strings to be taken one after the other.
  mutating func fields(
    at offset: Int, count: Int, isBigEndian: Bool, atOnce: Int? = nil
  ) throws(Finding) -> HeaderFields {
    HeaderFields(try bytes(at: offset, count: count, atOnce: atOnce), isBigEndian: isBigEndian)
  }

  private mutating func refill(at offset: Int, count: Int) throws(Finding) {
    let wanted = min(count, size - offset)
    guard wanted <= ByteWindow.reach - looked else {
      throw Finding(.badHeader, "its header is longer than \(ByteWindow.reach >> 20) MiB")
    }
    looked += wanted
    window = try source.read(at: offset, count: wanted)
    windowStart = offset
  }
}

/// Fields of a header, one after the other.
struct HeaderFields {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private var place = 0

  init(_ bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// The bytes that are still to come.
  var left: Int { bytes.count - place }

  /// The next `count` bytes.
  ///
  /// - Throws: `bad_header` where there are fewer.
  mutating func take(_ count: Int) throws(Finding) -> [UInt8] {
    guard count >= 0, count <= left else { throw .cutHeader }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func skip(_ count: Int) throws(Finding) { _ = try take(count) }

  /// The next unsigned number of 0...8 bytes; what doesn't fit is clamped.
  mutating func number(_ count: Int) throws(Finding) -> Int {
    let field = try take(count)
    let ordered = isBigEndian ? field : field.reversed()
    return Int(clamping: ordered.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  /// The next signed number of four bytes.
  mutating func signed() throws(Finding) -> Int {
    Int(Int32(truncatingIfNeeded: try number(4)))
  }

  /// The next four bytes as text.
  mutating func code() throws(Finding) -> String { String(decoding: try take(4), as: UTF8.self) }

  /// The bytes up to the next 0, which is passed over; all that are left where there is none.
  mutating func text() -> [UInt8] {
    let text = bytes[place...].prefix { $0 != 0 }
    place = min(text.endIndex + 1, bytes.count)
    return Array(text)
  }
}

extension Finding {
  /// A file that ends where its header doesn't.
  static let cutHeader = Finding(.badHeader, "it ends within its header")
  /// A file whose parts come to an end without a picture.
  static let noPicture = Finding(.badHeader, "it ends before its picture begins")

  /// A page behind the last one; pages count from 0.
  package static func noPage(_ page: Int) -> Finding { Finding(.badHeader, "it has no page \(page)") }

  /// More parts than are looked at.
  static func tooManyParts(_ noun: String) -> Finding {
    Finding(.badHeader, "more than \(HeaderInput.mostParts) \(noun) stand before its picture")
  }
}
