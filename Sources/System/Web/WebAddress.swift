/// A parsed `http`, `https` or `s3` URL (RFC 3986, section 3), without a user name, a password or a fragment.
///
/// An `s3` URL is `s3://BUCKET/KEY`. Its key stands as it is: nothing in it is percent-encoded, and `?` and `#`
/// have no meaning.
package struct WebAddress: Hashable, Sendable {
  package enum Scheme: String, Sendable {
    case http, https, s3

    /// The port of a URL that names none; 0 for `s3`, whose servers an endpoint names.
    package var port: Int {
      switch self {
      case .http: 80
      case .https: 443
      case .s3: 0
      }
    }
  }

  package enum Host: Hashable, Sendable {
    /// A name in lower case, without a dot at its end. For `s3`, the bucket's name as it was given.
    case name(String)
    /// An address, in whatever form it was given.
    case address(NetworkAddress)

    /// The host as it stands in a `Host` header: an IPv6 address has brackets.
    package var text: String {
      switch self {
      case .name(let name): name
      case .address(let address): address.v4 == nil ? "[\(address.text)]" : address.text
      }
    }
  }

  /// The server of a URL (RFC 6454, section 4). Limits hold for an origin.
  package struct Origin: Hashable, Sendable {
    package let scheme: Scheme
    package let host: Host
    package let port: Int
  }

  package let origin: Origin
  /// The path from its first `/` on; `/` if the URL has none. It is as it was given, but for steps `.` and `..` in the
  /// path of an `http` or `https` URL: these are taken.
  package let path: String
  /// The query as it was given, without its `?`; nil if there is none.
  package let query: String?
  /// Host and port as they were given.
  private let authority: String

  package var scheme: Scheme { origin.scheme }
  package var host: Host { origin.host }
  package var port: Int { origin.port }

  /// Reads a URL of at most ``FixedLimits/Web/addressBytes`` bytes.
  package init(_ text: String) throws(WebAddressFault) {
    let parts = try WebAddressParts(text)
    origin = Origin(scheme: parts.scheme, host: parts.host, port: parts.port)
    authority = parts.authority
    let path = parts.path.isEmpty ? "/" : parts.path
    self.path = parts.scheme == .s3 ? path : Self.withoutDots(path)
    query = parts.query
  }

  /// A URL with this one's scheme and port, and with this path and query as they are: steps `.` and `..` stay in the
  /// path, which begins with `/`. Nil as `host` keeps this URL's.
  package func exact(host: Host? = nil, path: String, query: String?) -> WebAddress {
    WebAddress(
      origin: Origin(scheme: scheme, host: host ?? self.host, port: port), path: path, query: query)
  }

  private init(origin: Origin, path: String, query: String?) {
    (self.origin, self.path, self.query) = (origin, path, query)
    let port = origin.port == origin.scheme.port ? "" : ":\(origin.port)"
    authority = origin.host.text + port
  }

  /// The value of the `Host` header (RFC 9110, section 7.2): no port if it is the scheme's own.
  package var hostHeader: String { port == scheme.port ? host.text : "\(host.text):\(port)" }

  /// Path and query as they stand in a request (RFC 9112, section 3.2.1). Bytes that can't stand there are
  /// percent-encoded, those that browsers encode (WHATWG URL, section 1.3). An existing `%` stays.
  package var target: String {
    let encoded = PercentCoding.encode(path.utf8) { Self.isInTarget($0) && !Self.encodedInPaths.contains($0) }
    guard let query else { return encoded }
    return encoded + "?"
      + PercentCoding.encode(query.utf8) { Self.isInTarget($0) && $0 != UInt8(ascii: "'") }
  }

  /// The key of an `s3` URL: the path without its first `/`.
  package var key: String { String(Substring(path.utf8.dropFirst())) }

  private static func isInTarget(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && ![UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">")].contains(byte)
  }

  private static let encodedInPaths = Array("?#^`{}\\".utf8)
}

extension WebAddress: CustomStringConvertible, CustomDebugStringConvertible {
  /// The URL as it was given, without the parameters of its query that are secrets. All texts show this form.
  package var shown: String {
    let kept = query.flatMap { ShownQuery.text($0) }
    return "\(scheme.rawValue)://\(authority)\(path)" + (kept.map { "?\($0)" } ?? "")
  }

  /// True if a part of the query is a secret, which ``shown`` lacks.
  package var hasSecrets: Bool { query.map { ShownQuery.text($0) != $0 } ?? false }

  package var description: String { shown }

  package var debugDescription: String { shown }

  /// The part of a URL's text that may be shown. If the text is no URL, everything in it that could be a user
  /// name, a password or a query is cut.
  package static func shown(_ text: String) -> String {
    if let address = try? WebAddress(text) { return address.shown }
    var rest = Array(text.utf8)
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      rest.removeSubrange(end...)
    }
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      let scheme = rest[..<(rest.firstRange(of: Array("://".utf8))?.upperBound ?? 0)]
      rest = (scheme.contains(UInt8(ascii: "@")) ? [] : Array(scheme)) + rest[(at + 1)...]
    }
    return String(decoding: rest, as: UTF8.self)
  }
}
