import ImageModel
import System

/// URLs with parameters that are secrets, by the names of their sources. A list may have millions of them, so a URL is
/// kept as bytes only.
package struct SecretURLs: Sendable {
  private var bytes: [UInt8] = []
  private var places: [ExactText: Range<Int>] = [:]

  init() {}

  /// Adds a URL. Returns false if another URL has the same name.
  mutating func add(_ address: WebAddress) -> Bool {
    let name = ExactText(address.shown)
    let query = address.query.map { "?\($0)" } ?? ""
    let text = Array("\(address.scheme.rawValue)://\(address.hostHeader)\(address.path)\(query)".utf8)
    if let place = places[name] { return bytes[place].elementsEqual(text) }
    places[name] = bytes.count..<(bytes.count + text.count)
    bytes += text
    return true
  }

  /// The URL of the source `name`; nil if it has no secrets.
  subscript(name: String) -> WebAddress? {
    guard let place = places[ExactText(name)] else { return nil }
    return try? WebAddress(String(decoding: bytes[place], as: UTF8.self))
  }
}
