import System
import ImageModel

/// A header's bytes, read by position through a small window.
struct HeaderInput {
  private static let length = 4096

  private let source: ByteSource
  private let most: Int
  private var window: [UInt8] = []
  private var windowStart = 0
  private var looked = 0

  /// All reads together take at most `most` bytes.
  init(_ source: ByteSource, most: Int = FixedLimits.Header.bytes) {
    self.source = source
    self.most = most
  }

  /// The file's length in bytes.
  var size: Int { source.size }

  /// True if the `count` bytes at `offset` all lie in the file.
  func holds(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= 0 && count <= size && offset <= size - count
  }

  /// False if the file comes by ranges, and not all of the `count` bytes at `offset` have come. Bytes behind the
  /// file's end count as known.
  func isKnown(_ count: Int, at offset: Int) -> Bool { source.isKnown(count, at: offset) }

  /// Exactly `count` bytes at `offset`. If the window lacks them, one read refills it. The read asks for
  /// `atOnce` bytes, or for `count` if that is more.
  ///
  /// - Throws: `bad_header` if the bytes don't lie in the file or too much was read; `io_error`.
  mutating func bytes(at offset: Int, count: Int, atOnce: Int? = nil) throws(ImageError) -> [UInt8] {
    guard holds(count, at: offset) else { throw .cutHeader }
    if offset < windowStart || offset + count > windowStart + window.count {
      try refill(at: offset, count: max(count, atOnce ?? Self.length), least: count)
    }
    let start = offset - windowStart
    guard count <= window.count - start else { throw .cutHeader }
    return Array(window[start..<start + count])
  }

  /// The `count` bytes at `offset`. The caller takes fields from them, one after the other.
  mutating func fields(
    at offset: Int, count: Int, isBigEndian: Bool, atOnce: Int? = nil
  ) throws(ImageError) -> HeaderFields {
    HeaderFields(try bytes(at: offset, count: count, atOnce: atOnce), isBigEndian: isBigEndian)
  }

  private mutating func refill(at offset: Int, count: Int, least: Int) throws(ImageError) {
    let wanted = min(count, size - offset)
    guard wanted <= most - looked else {
      throw .badHeader("its header is longer than \(most >> 20) MiB")
    }
    looked += wanted
    window = try source.read(at: offset, count: wanted, least: least)
    windowStart = offset
  }
}

/// Takes the fields of a header from its bytes, one after the other.
struct HeaderFields {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private var place = 0

  init(_ bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// The number of bytes not yet taken.
  var left: Int { bytes.count - place }

  /// The next `count` bytes.
  ///
  /// - Throws: `bad_header` if fewer bytes are left.
  mutating func take(_ count: Int) throws(ImageError) -> [UInt8] {
    guard count >= 0, count <= left else { throw .cutHeader }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func skip(_ count: Int) throws(ImageError) { _ = try take(count) }

  /// The next unsigned number of 0...8 bytes, clamped to `Int`.
  mutating func number(_ count: Int) throws(ImageError) -> Int {
    let field = try take(count)
    let ordered = isBigEndian ? field : field.reversed()
    return Int(clamping: ordered.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  /// The next signed number of four bytes.
  mutating func signed() throws(ImageError) -> Int {
    Int(Int32(truncatingIfNeeded: try number(4)))
  }

  /// The next four bytes as text.
  mutating func code() throws(ImageError) -> String { String(decoding: try take(4), as: UTF8.self) }

  /// Takes the bytes up to the next 0, and skips the 0. If there is no 0, all bytes left are taken.
  mutating func text() -> [UInt8] {
    let text = bytes[place...].prefix { $0 != 0 }
    place = min(text.endIndex + 1, bytes.count)
    return Array(text)
  }
}

extension ImageError {
  static func badHeader(_ message: String) -> Self { Self(.badHeader, message) }
  static func unsupported(_ message: String) -> Self { Self(.unsupportedFormat, message) }
  /// The error for a file that ends within its header.
  static let cutHeader = badHeader("it ends within its header")
  /// The error for a file that ends before its picture begins.
  static let noPicture = badHeader("it ends before its picture begins")

  /// The error for a file without this page; pages count from 0.
  package static func noPage(_ page: Int) -> Self { badHeader("it has no page \(page)") }

  /// The error for a file with more parts before its picture than Upright reads. `noun` names the parts.
  static func tooManyParts(_ noun: String) -> Self {
    badHeader("more than \(FixedLimits.Header.parts) \(noun) stand before its picture")
  }
}
