import Imaging

extension PictureHeaderTarget {
  /// An element that makes an SVG be refused wherever it stands.
  private static let stranger = Array("<image xmlns='http://www.w3.org/2000/svg' href='file:///a'/>".utf8)

  /// Whether the scan of an SVG that isn't refused looks at its end: with one more element in front of the end of the
  /// root element, the file must be refused.
  static func blindnessFault(_ header: PictureHeader, _ bytes: [UInt8]) -> String? {
    // The scan doesn't read bytes behind the data of a compressed SVG.
    guard header.format == .svg, header.drawing?.refusal == nil, !bytes.starts(with: [0x1F, 0x8B]),
      let end = lastTag(of: bytes)
    else { return nil }
    let changed = Array(bytes[..<end]) + stranger + bytes[end...]
    guard let other = try? PictureHeader.read(from: ByteSource(changed)) else { return nil }
    return other.drawing?.refusal == nil ? "an address of a file at the end isn't seen" : nil
  }

  /// The place of the last tag; nil if anything but white space follows the tag, since that might be a comment.
  private static func lastTag(of bytes: [UInt8]) -> Int? {
    guard let start = bytes.lastIndex(of: UInt8(ascii: "<")), bytes[start...].starts(with: "</".utf8),
      let close = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return bytes[(close + 1)...].allSatisfy { $0 <= 32 } ? start : nil
  }
}
