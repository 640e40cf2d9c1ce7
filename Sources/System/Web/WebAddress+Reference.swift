extension WebAddress {
  /// The URL that `reference` means where this URL stands (RFC 3986, section 5.2): a whole URL, or only its last
  /// parts. This URL must be an `http` or `https` one.
  package func resolving(_ reference: String) throws(WebAddressFault) -> WebAddress {
    if scheme == .s3 { throw WebAddressFault("it stands below a URL of a bucket") }
    let text = String(reference[..<(reference.utf8.firstIndex(of: UInt8(ascii: "#")) ?? reference.endIndex)])
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first.map { String(Substring($0)) } ?? ""
    let query = parts.count > 1 ? String(Substring(parts[1])) : nil
    if Self.hasScheme(path) { return try WebAddress(text).withoutDots() }
    if path.utf8.starts(with: "//".utf8) { return try WebAddress("\(scheme.rawValue):\(text)").withoutDots() }
    if path.isEmpty { return try replacing(path: self.path, query: query ?? self.query) }
    if path.utf8.first == UInt8(ascii: "/") { return try replacing(path: path, query: query).withoutDots() }
    let folder = self.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { self.path[...$0] } ?? "/"
    return try replacing(path: folder + path, query: query).withoutDots()
  }

  /// RFC 3986, section 5.2.4: `.` and `..` are steps in the path, and are taken.
  private func withoutDots() throws(WebAddressFault) -> WebAddress {
    if scheme == .s3 { return self }
    var kept: [Substring.UTF8View] = []
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    for (place, segment) in zip(segments.indices, segments) {
      let isUp = segment.elementsEqual("..".utf8)
      let isStep = isUp || segment.elementsEqual(".".utf8)
      if isUp { _ = kept.popLast() }
      if !isStep { kept.append(segment) }
      if isStep, place == segments.indices.last { kept.append(""[...].utf8) }
    }
    return try replacing(path: "/" + kept.map { String(Substring($0)) }.joined(separator: "/"), query: query)
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
