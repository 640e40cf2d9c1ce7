import System

/// Reads the keys `network` and `cache`, and URLs.
extension JobReader {
  mutating func network(_ field: Field?) -> NetworkSpec {
    var network = NetworkSpec()
    guard let fields = fields(field, .network, "a mapping") else { return network }
    network.perHost = whole(fields["per_host"], in: 1...64) ?? network.perHost
    network.rate = value(fields["rate"], "a number of requests a second above 0") {
      Self.above0($0, most: 1e6)
    }
    let timeout = value(fields["timeout"], "a number of seconds above 0, at most 3600") {
      Self.above0($0, most: 3600)
    }
    network.timeout = timeout ?? network.timeout
    network.retries = whole(fields["retries"], in: 0...20) ?? network.retries
    network.allowed = ranges(fields["allow"])
    network.certificates = text(fields["ca"])
    return network
  }

  mutating func cache(_ field: Field?) -> CacheSpec? {
    guard let fields = fields(field, .cache, "a mapping") else { return nil }
    let folder = required(fields, "folder", "'folder' is missing: name the folder of the cache")
    let most = bytes(fields["max"], example: "10GiB")
    guard let folder = place(folder, "the cache is a folder, name one") else { return nil }
    var cache = CacheSpec(folder: folder)
    cache.most = most ?? cache.most
    return cache
  }

  private static func above0(_ text: String, most: Double) -> Double? {
    PlainNumber.decimal(text, in: 0...most).flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func ranges(_ field: Field?) -> [AddressRange] {
    guard let field else { return [] }
    let items = someItems(field, "a list of ranges, as in [10.0.0.0/8]") ?? []
    return items.compactMap {
      value($0, "a range of addresses, as in 10.0.0.0/8 or fd00::/8") { AddressRange($0) }
    }
  }

  /// The URL of a text; nil after a report, which shows none of the URL's secrets.
  mutating func url(_ text: Located<String>) -> WebAddress? {
    do throws(WebAddressFault) { return try WebAddress(text.value) } catch {
      let shown = WebAddress.shown(text.value).shortened
      report(text.location, "'\(shown)' is no URL that can be fetched: \(error.message)")
      return nil
    }
  }

  /// True for a text that begins like a URL of `http` or `https`, in any case.
  static func isURL(_ text: String) -> Bool {
    WebAddress.isURL(text.prefix(8).lowercased()) && !ObjectPattern.isNamed(by: text)
  }
}
