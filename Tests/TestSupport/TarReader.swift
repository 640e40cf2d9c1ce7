/// Reads the regular members of a tar with short names (POSIX.1-2017, pax, "ustar Interchange Format").
package enum TarReader {
  /// Names and bytes, in the order of the tar.
  package static func members(_ tar: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var members: [(name: String, bytes: [UInt8])] = []
    var rest = tar[...]
    while rest.count >= 512, let first = rest.first, first != 0 {
      let header = Array(rest.prefix(512))
      let name = String(decoding: header.prefix(100).prefix { $0 != 0 }, as: UTF8.self)
      let size = Int(String(decoding: header[124..<135], as: UTF8.self), radix: 8) ?? 0
      rest = rest.dropFirst(512)
      members.append((name, Array(rest.prefix(size))))
      rest = rest.dropFirst((size + 511) / 512 * 512)
    }
    return members
  }
}
