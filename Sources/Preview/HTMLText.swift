import JobFile
import System

/// Text for a page. Names, categories and messages come from other people, so they are escaped.
extension String {
  /// The most characters of a name on a page.
  private static let longest = 300

  /// The text for element content and double-quoted attributes (HTML, section 13.1.4), without control
  /// characters, and cut if it is too long.
  var html: String { html(most: Self.longest) }

  /// The escaped text of the first `most` Unicode characters.
  func html(most: Int) -> String {
    let text = String(UnicodeScalarView(unicodeScalars.prefix(most).map(\.shown)))
      .escaped(by: [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")])
    return unicodeScalars.dropFirst(most).isEmpty ? text : text + "…"
  }

  /// The text in an element that isolates its writing direction.
  var isolated: String { "<bdi>\(html)</bdi>" }

  /// A file's name as a relative URL (RFC 3986, section 2.3), with all special characters escaped.
  var address: String {
    let digits = Array("0123456789ABCDEF")
    var text = "./"
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar || "-._~".unicodeScalars.contains(scalar))
      if isPlain {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return text
  }
}

extension [UInt8] {
  /// A JPEG as a data URL (RFC 2397).
  var jpegAddress: String { "data:image/jpeg;base64," + Base64.text(self) }

  /// A PNG as a data URL.
  var pngAddress: String { "data:image/png;base64," + Base64.text(self) }
}
