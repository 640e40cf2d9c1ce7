/// The kinds of text that stand for a picture until it is loaded.
package enum Placeholder: String, Codable, Sendable, CaseIterable {
  /// BlurHash (woltapp/blurhash, `Algorithm.md`) with 4x3 components, in its base 83.
  case blurhash
  /// ThumbHash (evanw/thumbhash), in Base64.
  case thumbhash
  /// A tiny WebP as a `data:` URL (RFC 2397).
  case lqip

  /// The longest text in bytes.
  package var mostBytes: Int {
    switch self {
    case .blurhash: 28
    case .thumbhash: 36
    case .lqip: 512
    }
  }

  /// The beginning of the URL of a WebP.
  package static let webpStart = "data:image/webp;base64,"
  /// The digits of BlurHash, from 0 to 82.
  package static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  /// True if `text` has the characters and a length that a placeholder of this kind can have.
  package func allows(_ text: String) -> Bool {
    switch self {
    case .blurhash: text.utf8.count == mostBytes && text.utf8.allSatisfy(Self.digits.contains)
    case .thumbhash: text.utf8.count <= mostBytes && Self.isBase64(text.utf8[...])
    case .lqip:
      text.utf8.count <= mostBytes && text.utf8.starts(with: Self.webpStart.utf8)
        && Self.isBase64(text.utf8.dropFirst(Self.webpStart.utf8.count))
    }
  }

  /// True for one or more characters of Base64 (RFC 4648, section 4), with up to two `=` behind them.
  private static func isBase64(_ text: Substring.UTF8View) -> Bool {
    var digits = text
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
    return text.count % 4 == 0 && !digits.isEmpty
      && digits.allSatisfy { digit in
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }
}
