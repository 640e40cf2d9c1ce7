import System

/// The servers of an object store, and the URLs of its buckets there.
package struct StoreEndpoint: Hashable, Sendable {
  /// The place of a bucket's name in a URL.
  package enum Addressing: String, Hashable, Sendable {
    /// In the host where the host and the bucket's name allow it, else in the path.
    case auto
    /// In the host if the name can stand there.
    case virtual
    case path
  }

  private let base: WebAddress
  /// True for Amazon's servers. Each region has its own server.
  private let isAmazons: Bool
  private let addressing: Addressing

  /// Amazon's servers.
  package init(addressing: Addressing = .auto) throws(StoreFault) {
    try self.init("https://s3.amazonaws.com", isAmazons: true, addressing)
  }

  /// The servers at an `http` or `https` URL without a query. Throws for another text, with a message that ends a
  /// sentence about the URL.
  package init(_ url: String, addressing: Addressing = .auto) throws(StoreFault) {
    try self.init(url, isAmazons: false, addressing)
  }

  private init(_ url: String, isAmazons: Bool, _ addressing: Addressing) throws(StoreFault) {
    do throws(WebAddressFault) { base = try WebAddress(url) } catch { throw StoreFault(error.message) }
    if base.scheme == .s3 { throw StoreFault("it begins with neither http:// nor https://") }
    if base.query != nil { throw StoreFault("it has a query") }
    (self.isAmazons, self.addressing) = (isAmazons, addressing)
  }

  /// The URL of a key in a bucket; of the bucket itself for an empty key.
  package func address(bucket: String, key: String = "", query: StoreQuery, region: String) -> WebAddress {
    let host = isAmazons ? Self.host(of: region) : base.host
    let folder = String(base.target.reversed().drop { $0 == "/" }.reversed())
    let query = query.text.isEmpty ? nil : query.text
    let key = StorePath.encodedKey(key)
    if let host = inHost(bucket, of: host) {
      return base.exact(host: host, path: "\(folder)/\(key)", query: query)
    }
    let path = "\(folder)/\(StorePath.encoded(bucket))"
    return base.exact(host: host, path: key.isEmpty ? path : "\(path)/\(key)", query: query)
  }

  /// The host with the bucket's name before it; nil if the name belongs into the path.
  private func inHost(_ bucket: String, of host: WebAddress.Host) -> WebAddress.Host? {
    guard case .name(let name) = host, addressing != .path, Self.isLabel(bucket),
      bucket.utf8.count + name.utf8.count < 253
    else { return nil }
    let isLocal = !name.utf8.contains(UInt8(ascii: ".")) || name.hasSuffix(".localhost")
    return isLocal && addressing == .auto ? nil : .name("\(bucket).\(name)")
  }

  /// True for a bucket's name that can be a label of a host's name, and that one certificate covers with all others.
  private static func isLabel(_ bucket: String) -> Bool {
    let hyphen = UInt8(ascii: "-")
    let isName = bucket.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || $0 == hyphen
    }
    return isName && 1...63 ~= bucket.utf8.count && bucket.utf8.first != hyphen
      && bucket.utf8.last != hyphen
  }

  /// Amazon's server of a region (AWS General Reference, "Amazon S3 endpoints and quotas").
  private static func host(of region: String) -> WebAddress.Host {
    .name("s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : ""))
  }
}
