import System

/// A line of JSON Lines. The last field of the line's object is a checksum of all bytes before the field. The
/// checksum is the CRC-32C, in eight hexadecimal digits.
package enum SealedLine {
  private static let key = Array(#","crc32c":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// The line for an object's JSON, without a line end.
  package static func line(_ object: some BidirectionalCollection<UInt8>) -> [UInt8] {
    var line = Array(object.dropLast())
    seal(&line, from: 0)
    return line
  }

  /// Appends the checksum and the closing brace to an object. The object begins at `start`, and lacks its
  /// closing brace.
  static func seal(_ bytes: inout [UInt8], from start: Int) {
    bytes += tail(of: bytes[start...])
  }

  /// The object of a line, without its checksum and closing brace; nil if the checksum is missing or wrong.
  package static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let content = line.dropLast(key.count + 8 + end.count)
    return line[content.endIndex...].elementsEqual(tail(of: content)) ? content : nil
  }

  private static func tail(of content: ArraySlice<UInt8>) -> [UInt8] {
    let checksum = content.withUnsafeBytes { CRC32C.of($0) }
    let digits = withUnsafeBytes(of: checksum.bigEndian) { hexadecimal($0) }
    return key + Array(digits.utf8) + end
  }
}
