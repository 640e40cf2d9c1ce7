import ImageModel
import System

/// The end of a picture's file, by which a file shows without a decode that a part of it is missing.
///
/// A JPEG ends with the marker EOI behind its scans (ITU-T T.81, section B.2.1), a PNG with the chunk IEND (PNG, third
/// edition, section 5.6). A WebP tells its size in its first bytes (RFC 9649, section 2.4).
package struct FileEnd {
  private let number: Int32
  private let bytes: Int

  private static let piece = 1 << 16
  /// The most segments or chunks that are passed over. No real picture has so many.
  private static let most = 1 << 20

  /// The end of the file with this descriptor and size.
  package init(of number: Int32, bytes: Int) { (self.number, self.bytes) = (number, bytes) }

  /// True if the files of `format` show by their end that a part is missing.
  package static func tells(_ format: SourceFormat) -> Bool { [.jpeg, .png, .webp].contains(format) }

  /// True if the file, which is of `format`, ends within its picture. False for formats that don't tell it.
  package func isMissing(in format: SourceFormat) throws(SystemError) -> Bool {
    switch format {
    case .jpeg: try !hasEOI()
    case .png: try !hasIEND()
    case .webp:
      // The size counts the bytes behind it. A missing last byte for padding does no harm.
      (try read(4, at: 4).reversed().reduce(0) { $0 << 8 | Int($1) }) + 8 > bytes + 1
    default: false
    }
  }

  private func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try FileBytes.read(number, count: count, at: offset)
  }

  /// True if the file has an EOI behind the start of its first scan. Data behind the picture may hide it from the end.
  private func hasEOI() throws(SystemError) -> Bool {
    guard let scan = try firstScan() else { return false }
    let tail = max(scan, bytes - Self.piece)
    if try read(Self.piece, at: tail).hasEOI { return true }
    var start = scan
    while start < tail {
      if try read(Self.piece, at: start).hasEOI { return true }
      start += Self.piece - 1
    }
    return false
  }

  /// The offset behind the first SOS outside of other segments; nil if there is none.
  private func firstScan() throws(SystemError) -> Int? {
    var offset = 2
    for _ in 0..<Self.most {
      let head = try read(4, at: offset)
      guard head.count == 4, head[0] == 0xFF else { return nil }
      switch head[1] {
      case 0xDA: return offset + 4
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD7: offset += 2
      default: offset += 2 + max(2, Int(head[2]) << 8 | Int(head[3]))
      }
    }
    return nil
  }

  private func hasIEND() throws(SystemError) -> Bool {
    let name = Array("IEND".utf8)
    if try read(16, at: max(0, bytes - 16)).firstRange(of: name) != nil { return true }
    var offset = 8
    for _ in 0..<Self.most {
      let head = try read(8, at: offset)
      guard head.count == 8 else { return false }
      if head.suffix(4).elementsEqual(name) { return true }
      offset += 12 + head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    return false
  }
}

extension [UInt8] {
  fileprivate var hasEOI: Bool { firstRange(of: [0xFF, 0xD9]) != nil }
}
