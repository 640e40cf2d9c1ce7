import JobFile

/// Text for a page: names, categories and messages are other people's.
extension String {
  /// The most characters of one name that a page shows.
  private static let longest = 300

  /// The text between tags and in attributes in double quotes (HTML, section 13.1.4), without controls, and cut where it is
  /// too long to look at.
  var html: String { html(most: Self.longest) }

  /// The same with at most so many characters of Unicode.
  func html(most: Int) -> String {
    var text = ""
    for scalar in unicodeScalars.prefix(most) {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar.shown)
      }
    }
    return unicodeScalars.dropFirst(most).isEmpty ? text : text + "…"
  }

  /// The text as an element that keeps what turns the direction of writing to itself.
  var isolated: String { "<bdi>\(html)</bdi>" }

  /// A file's name as a relative address (RFC 3986, section 2.3), so that no part of it means anything else.
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
  /// A JPEG as an address that holds all of it (RFC 2397).
  var jpegAddress: String { "data:image/jpeg;base64," + Base64.text(self) }
}
