import System
import ImageModel

/// A block of metadata in a PNG's text, as ImageMagick writes it. The lines are: an empty one, the block's
/// name, its length in bytes, and hexadecimal digits.
enum RawProfile {
  /// The highest allowed number of bytes in a text, compressed or not. A text of this length has room for the
  /// digits and the line ends of the longest block.
  static let mostText = 4 * MetadataSegment.longestPayload

  /// The EXIF block in a text, as an APP1 payload of a JPEG. Nil if the text holds no EXIF block, or if the
  /// text or the block is too long. Throws `io_error`.
  static func exif(_ place: PictureHeader.PackedPlace, _ source: ByteSource) throws(ImageError) -> [UInt8]? {
    guard place.range.count <= mostText else { return nil }
    let bytes = try source.read(at: place.range.lowerBound, count: place.range.count)
    guard let text = place.isDeflated ? Inflation.inflated(bytes, within: mostText) : bytes,
      let block = block(in: text)
    else { return nil }
    let name = MetadataSegment.Kind.exif.identifier
    if TIFFBlock(block) != nil { return name + block }
    return TIFFBlock(payload: block) == nil ? nil : block
  }

  /// The bytes that the text's digits stand for; nil if the text has fewer bytes than it announces.
  private static func block(in text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 3, let length = Int(String(decoding: lines[2].filter { $0 != 0x20 }, as: UTF8.self)),
      (1...MetadataSegment.longestPayload).contains(length)
    else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in lines[3...].joined() where bytes.count < length {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes.count == length ? bytes : nil
  }
}
