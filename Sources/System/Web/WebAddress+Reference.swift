extension WebAddress {
  /// The URL that `reference` means where this URL stands (RFC 3986, section 5.2): a whole URL, or only its last
  /// parts. Where an `s3` URL stands, the reference is the last part of a key, as it is.
  package func resolving(_ reference: String) throws(WebAddressFault) -> WebAddress {
    if reference.utf8.starts(with: "s3://".utf8) || scheme == .s3 && Self.isURL(reference) {
      return try WebAddress(reference)
    }
    if scheme == .s3 {
      let isWhole = reference.utf8.first == UInt8(ascii: "/")
      return try WebAddress("s3://\(host.text)\(isWhole ? "" : folder)\(reference)")
    }
    let text = String(reference[..<(reference.utf8.firstIndex(of: UInt8(ascii: "#")) ?? reference.endIndex)])
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first.map { String(Substring($0)) } ?? ""
    let query = parts.count > 1 ? String(Substring(parts[1])) : nil
    if Self.hasScheme(path) { return try WebAddress(text) }
    if path.utf8.starts(with: "//".utf8) { return try WebAddress("\(scheme.rawValue):\(text)") }
    if path.isEmpty { return try replacing(path: self.path, query: query ?? self.query) }
    if path.utf8.first == UInt8(ascii: "/") { return try replacing(path: path, query: query) }
    return try replacing(path: folder + path, query: query)
  }

  /// The path up to its last `/`.
  private var folder: Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "/"
  }

  /// The path without its steps `.` and `..` (RFC 3986, section 5.2.4). A dot may be percent-encoded (WHATWG URL,
  /// section 4.1).
  static func withoutDots(_ path: String) -> String {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    let steps = segments.map { step($0) }
    if steps.allSatisfy({ $0 == .none }) { return path }
    var kept: [Substring.UTF8View] = []
    for (segment, step) in zip(segments, steps) {
      switch step {
      case .none: kept.append(segment)
      case .stay: break
      case .up: _ = kept.popLast()
      }
    }
    if steps.last != Step.none { kept.append(""[...].utf8) }
    return "/" + kept.map { String(Substring($0)) }.joined(separator: "/")
  }

  private enum Step {
    case none, stay, up
  }

  private static func step(_ segment: Substring.UTF8View) -> Step {
    // Three bytes for each of two dots.
    guard 1...6 ~= segment.count, segment.allSatisfy({ ".%2eE".utf8.contains($0) }) else { return .none }
    switch String(Substring(segment)).lowercased().replacing("%2e", with: ".") {
    case ".": return .stay
    case "..": return .up
    default: return .none
    }
  }

  private func replacing(path: String, query: String?) throws(WebAddressFault) -> WebAddress {
    return try WebAddress("\(scheme.rawValue)://\(hostHeader)\(path)" + (query.map { "?\($0)" } ?? ""))
  }

  /// True if a `:` stands before each `/` (RFC 3986, sections 3.1 and 4.2).
  private static func hasScheme(_ path: String) -> Bool {
    let end = path.utf8.first { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    return end == UInt8(ascii: ":")
  }
}
