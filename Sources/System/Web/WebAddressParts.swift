/// Why a text is no URL that Upright takes.
package struct WebAddressFault: Error, Hashable, Sendable {
  /// The reason, as the end of a sentence about the URL: "its port isn't a number from 1 to 65535".
  package let message: String

  init(_ message: String) { self.message = message }
}

/// The parts of a URL's text, checked.
struct WebAddressParts {
  let scheme: WebAddress.Scheme
  let host: WebAddress.Host
  let port: Int
  /// Host and port as they were given.
  let authority: String
  /// The path as it was given; it may be empty.
  let path: String
  let query: String?

  init(_ text: String) throws(WebAddressFault) {
    if text.utf8.count > FixedLimits.Web.addressBytes {
      throw WebAddressFault("it has more than \(FixedLimits.Web.addressBytes) bytes")
    }
    // All searches look at bytes: a mark after a `/` or a `?` would make another letter of it.
    let mark = Array("://".utf8)
    guard let colon = text.utf8.firstRange(of: mark),
      let scheme = WebAddress.Scheme(rawValue: text[..<colon.lowerBound].lowercased())
    else { throw WebAddressFault("it begins with neither http:// nor https://") }
    // A key may have any character.
    if text.utf8.contains(where: { $0 == 0 || scheme != .s3 && ($0 < 0x20 || $0 == 0x7F) }) {
      throw WebAddressFault("it has a control character")
    }
    let rest = text[colon.upperBound...]
    let ends = scheme == .s3 ? Array("/".utf8) : Array("/?#".utf8)
    let end = rest.utf8.firstIndex { ends.contains($0) } ?? rest.endIndex
    let authority = String(rest[..<end])
    let after = rest[end...]
    guard authority.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw WebAddressFault("its host has a letter outside of ASCII; write it in its 'xn--' form")
    }
    self.scheme = scheme
    self.authority = authority
    if scheme == .s3 {
      host = .name(try Self.bucket(authority))
      port = scheme.port
      (path, query) = (String(after), nil)
    } else {
      (host, port) = try Self.hostAndPort(authority, scheme)
      let sent = after[..<(after.utf8.firstIndex(of: UInt8(ascii: "#")) ?? after.endIndex)]
      let mark = sent.utf8.firstIndex(of: UInt8(ascii: "?"))
      path = String(sent[..<(mark ?? sent.endIndex)])
      query = mark.map { String(sent[sent.utf8.index(after: $0)...]) }
    }
  }

  /// S3's rules for names of buckets, and those of the time when upper case and `_` were allowed.
  private static func bucket(_ name: String) throws(WebAddressFault) -> String {
    let isName = name.utf8.allSatisfy { PercentCoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
    guard isName, 3...255 ~= name.utf8.count, name.contains(where: { $0 != "." }) else {
      throw WebAddressFault("its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'")
    }
    return name
  }

  private static func hostAndPort(
    _ authority: String, _ scheme: WebAddress.Scheme
  ) throws(WebAddressFault) -> (WebAddress.Host, Int) {
    if authority.contains("@") { throw WebAddressFault("it has a user name or a password") }
    var name = authority[...]
    var digits: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw WebAddressFault("its '[' has no ']'") }
      name = authority[...end]
      let after = authority[end...].dropFirst()
      guard after.isEmpty || after.hasPrefix(":") else {
        throw WebAddressFault("its ']' isn't followed by a port or a path")
      }
      digits = after.isEmpty ? nil : after.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      name = authority[..<colon]
      digits = authority[colon...].dropFirst()
    }
    return (try host(name), try port(digits, scheme))
  }

  /// The port of `digits`; the scheme's if there are none.
  private static func port(_ digits: Substring?, _ scheme: WebAddress.Scheme) throws(WebAddressFault) -> Int {
    guard let digits, !digits.isEmpty else { return scheme.port }
    guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(digits),
      1...65_535 ~= number
    else { throw WebAddressFault("its port isn't a number from 1 to 65535") }
    return number
  }

  private static func host(_ name: Substring) throws(WebAddressFault) -> WebAddress.Host {
    if name.hasPrefix("[") {
      guard let address = NetworkAddress(v6: String(name.dropFirst().dropLast())) else {
        throw WebAddressFault("its brackets hold no IPv6 address")
      }
      return .address(address)
    }
    if name.isEmpty { throw WebAddressFault("it has no host") }
    let lower = name.lowercased()
    let bare = lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    let labels = bare.split(separator: ".", omittingEmptySubsequences: false)
    // A host whose last label is a number is an IPv4 address or nothing (WHATWG URL, section 3.5).
    if let last = labels.last, isNumber(last) {
      guard let address = NetworkAddress(anyForm: bare) else {
        throw WebAddressFault("its host looks like an IPv4 address but is none")
      }
      return .address(address)
    }
    let isName = labels.allSatisfy { 1...63 ~= $0.utf8.count && $0.utf8.allSatisfy(isInName) }
    guard isName, bare.utf8.count <= 253 else { throw WebAddressFault("its host is no name of a host") }
    return .name(bare)
  }

  private static func isNumber(_ label: Substring) -> Bool {
    if label.isEmpty { return false }
    let isHexadecimal = label.hasPrefix("0x")
    return label.utf8.dropFirst(isHexadecimal ? 2 : 0).allSatisfy { byte in
      isHexadecimal
        ? PercentCoding.value(of: byte) != nil : UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
  }

  /// Names on the web have `_` too, which isn't in RFC 1123, section 2.1.
  private static func isInName(_ byte: UInt8) -> Bool {
    PercentCoding.isUnreserved(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
  }
}
