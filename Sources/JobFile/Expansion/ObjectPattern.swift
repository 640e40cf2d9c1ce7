import System

/// A pattern of objects in a bucket: `s3://BUCKET/PATTERN`. The pattern matches keys by the rules of ``GlobPattern``.
///
/// A key with an empty name between two slashes, or with the names `.` or `..`, matches no pattern: it has no place in a
/// tree of folders.
package struct ObjectPattern: Hashable, Sendable {
  /// The pattern as written.
  package let text: String
  package let bucket: String
  private let keys: GlobPattern

  private static let scheme = "s3://"

  /// True for a text that begins like a URL of a bucket, in any case.
  static func isNamed(by text: String) -> Bool { text.prefix(scheme.count).lowercased() == scheme }

  /// Reads `s3://BUCKET/PATTERN`.
  package init(parsing text: String) throws(PatternError) {
    let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
    guard Self.isNamed(by: text), let slash = rest.firstIndex(of: .slash),
      slash != rest.index(before: rest.endIndex)
    else {
      throw PatternError(
        "'\(WebAddress.shown(text))' names no object: write s3://BUCKET/**/*.jpg for all .jpg of a bucket")
    }
    bucket = String(Substring(rest[..<slash]))
    do throws(WebAddressFault) { _ = try WebAddress("\(Self.scheme)\(bucket)/") } catch {
      throw PatternError("'\(WebAddress.shown(text))' is no URL of a bucket: \(error.message)")
    }
    let pattern = String(Substring(rest[rest.index(after: slash)...]))
    keys = try GlobPattern(parsing: pattern)
    if keys.isAbsolute || pattern.utf8.firstRange(of: Array("//".utf8)) != nil
      || keys.fixedFolders.contains([.dot, .dot])
    {
      throw PatternError("a pattern of objects has no '..' and no '//': name such an object by 'path'")
    }
    self.text = text
  }

  /// True if the pattern has no wildcards.
  package var isPlain: Bool { keys.isPlain }

  /// The first bytes of all keys that match.
  package var prefix: String {
    let folders = keys.fixedFolders.map { String(decoding: $0, as: UTF8.self) + "/" }.joined()
    guard keys.alternatives.count == 1, let path = keys.alternatives.first else { return folders }
    return folders + String(decoding: path.literalStart(ofSegment: keys.fixedFolders.count), as: UTF8.self)
  }

  /// The number of bytes that the fixed folders take in the name of a matching object, with the `/` behind them.
  var fixedLength: Int {
    Self.scheme.utf8.count + bucket.utf8.count + 1 + keys.fixedFolders.reduce(0) { $0 + $1.count + 1 }
  }

  /// The most characters that all alternatives of the pattern have together.
  var mostCharacters: Int { keys.mostCharacters }

  /// True if the pattern matches an object of its bucket whose key has these names.
  func matches(_ names: [ArraySlice<UInt8>]) -> Bool { keys.matches(names: names, isAbsolute: false) }

  /// The names between the slashes of a key; nil if no pattern matches the key.
  static func names(of key: String) -> [ArraySlice<UInt8>]? {
    let names = Array(key.utf8).split(separator: .slash, omittingEmptySubsequences: false)
    return names.contains { $0.isEmpty || $0 == [.dot] || $0 == [.dot, .dot] } ? nil : names
  }
}
