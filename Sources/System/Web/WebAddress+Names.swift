/// The names of sources that are URLs. A source's name is the form of its URL that may be shown.
extension WebAddress {
  /// True for the name of a source that is a URL. A name of a file never has two slashes in a row.
  package static func isURL(_ source: String) -> Bool {
    var source = source
    return source.withUTF8 { isURL($0) }
  }

  /// True for the bytes of such a name.
  package static func isURL(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    // Every file's name comes here, and few begin with one of these letters.
    switch source.first {
    case UInt8(ascii: "h"): source.starts(with: "http://".utf8) || source.starts(with: "https://".utf8)
    case UInt8(ascii: "s"): source.starts(with: "s3://".utf8)
    default: false
    }
  }

  /// True for the name of a source that is an object in a bucket.
  package static func isObject(_ source: String) -> Bool { source.utf8.starts(with: "s3://".utf8) }

  /// The last name in the path of an `http` or `https` URL, without its percent-encoding. This is the host if the path has no name.
  ///
  /// A name stays encoded if it could otherwise not be the name of a file: with `/`, a control character or
  /// bytes that aren't UTF-8, or as `.` or `..`.
  package var fileName: [UInt8] {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    guard let encoded = names.last(where: { !Self.isDots($0) }) else { return Array(host.text.utf8) }
    let decoded = PercentCoding.decode(encoded)
    let isName =
      decoded.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") } && !Self.isDots(decoded)
      && String(validating: decoded, as: UTF8.self) != nil
    return isName ? decoded : encoded
  }

  /// True if the key of an `s3` URL ends with a name that a file can have.
  package var endsWithName: Bool {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last.map(Array.init)
      ?? []
    return !name.isEmpty && !Self.isDots(name)
  }

  private static func isDots(_ name: [UInt8]) -> Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
