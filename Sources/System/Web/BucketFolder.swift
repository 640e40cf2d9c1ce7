/// A part of a bucket that stands for a folder: all objects whose keys begin with one prefix.
package struct BucketFolder: Hashable, Sendable {
  package let bucket: String
  /// The first bytes of all keys: empty, or names that each end in `/`.
  package let prefix: String

  private static let scheme = "s3://"

  /// True for a text that begins like a URL of a bucket.
  package static func isNamed(by text: String) -> Bool { text.utf8.starts(with: scheme.utf8) }

  /// Reads `s3://BUCKET/PREFIX`, where `/PREFIX` may be missing. Throws for another text, and for a prefix that is no
  /// path of a folder: one with the names `.` or `..`, or with an empty name.
  package init(_ text: String) throws(WebAddressFault) {
    guard Self.isNamed(by: text) else { throw WebAddressFault("it doesn't begin with s3://") }
    let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
    let slash = UInt8(ascii: "/")
    bucket = String(Substring(rest.prefix { $0 != slash }))
    var names = rest.dropFirst(bucket.utf8.count + 1)
      .split(separator: slash, omittingEmptySubsequences: false).map { String(Substring($0)) }
    if names.last?.isEmpty == true { names.removeLast() }
    guard !names.contains(where: { ["", ".", ".."].contains($0) }) else {
      throw WebAddressFault("its prefix has a name that no folder has")
    }
    prefix = names.map { $0 + "/" }.joined()
    _ = try WebAddress("\(Self.scheme)\(bucket)/\(prefix)")
  }

  /// The folder without a slash at its end, such as `s3://photos/thumbnails`.
  package var text: String {
    prefix.isEmpty
      ? "\(Self.scheme)\(bucket)" : "\(Self.scheme)\(bucket)/\(Substring(prefix.utf8.dropLast()))"
  }

  /// The key of the object at a path below the folder.
  package func key(of path: String) -> String { prefix + path }

  /// The URL of the object at a path below the folder. Throws for a path that is too long.
  package func address(of path: String) throws(WebAddressFault) -> WebAddress {
    try WebAddress("\(Self.scheme)\(bucket)/\(key(of: path))")
  }

  /// The path below the folder of the object with a key; nil if it lies elsewhere.
  package func path(of key: String) -> String? {
    key.utf8.starts(with: prefix.utf8) ? String(Substring(key.utf8.dropFirst(prefix.utf8.count))) : nil
  }
}
