/// A pattern of paths: `* ? [a-z] [!a-z] {a,b} **`.
///
/// - `*`, `?` and `[...]` stand for characters of one name: Unicode scalars, or single bytes where the name
///   isn't UTF-8. They match no leading dot. `[...]` has ranges; `]` is a member when it comes first.
/// - `**` is a whole segment: zero or more folders, none with a leading dot. At the end it means `**/*`.
/// - Each alternative of `{a,b}` makes a pattern of its own, before all other rules. Braces may nest and hold
///   `/`.
/// - Case counts, except for ASCII letters of the extension. A pattern's extension is the part of the last
///   segment after the last dot. A file's extension is the part of its name after the last dot. `*.jpg`
///   matches `A.JPG`, but `a*` doesn't match `A.jpg`.
/// - `\` before one of `* ? [ ] { } , ! - ^ \` makes it an ordinary character.
/// - `.` and empty segments mean nothing; `..` may stand before the first wildcard or brace only.
package struct GlobPattern: Hashable, Sendable {
  /// The pattern as written.
  package let text: String
  /// The paths that result from the pattern's braces, in the order written; never empty.
  let alternatives: [GlobPath]
  /// The folders that all alternatives begin with, up to the first wildcard or the first difference.
  let fixedFolders: [[UInt8]]
}

extension GlobPattern {
  /// The longest text in bytes: PATH_MAX.
  private static let maxLength = 4096

  /// Reads a pattern.
  package init(parsing text: String) throws(PatternError) {
    guard !text.isEmpty else { throw PatternError("a pattern can't be empty") }
    guard text.utf8.count <= Self.maxLength else {
      throw PatternError("a pattern can't be longer than \(Self.maxLength) bytes")
    }
    var alternatives: [GlobPath] = []
    for tokens in try GlobBraces.alternatives(of: GlobLexer.tokens(of: text)) {
      alternatives.append(try GlobPath(tokens))
    }
    guard Set(alternatives.map(\.isAbsolute)).count == 1 else {
      throw PatternError("the alternatives of a pattern must all begin with '/', or none")
    }
    let fixed = Self.sharedFolders(of: alternatives)
    guard !alternatives.contains(where: { $0.climbs(after: fixed.count) }) else {
      throw PatternError("'..' can only stand at the front of a pattern, before any wildcard or brace")
    }
    self.init(text: text, alternatives: alternatives, fixedFolders: fixed)
  }

  private static func sharedFolders(of alternatives: [GlobPath]) -> [[UInt8]] {
    var shared = alternatives.first.map { Array($0.leadingFolders) } ?? []
    for alternative in alternatives.dropFirst() {
      shared = zip(shared, alternative.leadingFolders).prefix { $0 == $1 }.map(\.0)
    }
    return shared
  }
}

extension GlobPattern {
  /// The most characters that all alternatives together can have.
  var mostCharacters: Int { text.utf8.count * alternatives.count }

  /// True if the pattern begins with `/`.
  package var isAbsolute: Bool { alternatives.first?.isAbsolute ?? false }

  /// The folders that all alternatives begin with, as a path without a final `/`. Empty if a relative pattern
  /// has no such folders.
  ///
  /// `{dir}` is the rest of a matching file's folder, after this part.
  package var fixedPart: String {
    let joined = fixedFolders.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    return isAbsolute ? "/" + joined : joined
  }

  /// True if the pattern has only one alternative, and no wildcards. It then matches one path, with the
  /// extension in upper or lower case.
  var isPlain: Bool { alternatives.count == 1 && alternatives.allSatisfy { $0.literalKey != nil } }

  /// The number of bytes that the fixed part takes in a matching path, with the `/` after it.
  var fixedLength: Int {
    fixedFolders.reduce(isAbsolute ? 1 : 0) { $0 + $1.count + 1 }
  }

  /// True if the pattern matches the whole path, whose bytes need not be UTF-8.
  ///
  /// `.` and empty segments of the path are ignored. The disk isn't read: no folder counts as a link.
  package func matches(_ path: some Sequence<UInt8>) -> Bool {
    let path = Array(path)
    return matches(names: Self.names(of: path), isAbsolute: path.first == .slash)
  }

  /// True if the pattern matches the whole path that has these segments.
  func matches(names: [ArraySlice<UInt8>], isAbsolute: Bool) -> Bool {
    guard let file = names.last, self.isAbsolute == isAbsolute else { return false }
    return alternatives.contains { $0.matches(folders: names.dropLast(), file: file) }
  }

  /// True if the pattern begins with `**`, which stands for any number of folders.
  var beginsAnywhere: Bool { text.hasPrefix("**") }

  /// True if the pattern matches every file below a folder, except files hidden by a leading dot.
  func coversAll(below folder: [UInt8]) -> Bool {
    guard isAbsolute == (folder.first == .slash) else { return false }
    return alternatives.contains { $0.coversAll(below: Self.names(of: folder)) }
  }

  /// The pattern relative to `folder`, an absolute path as a list of names. Nil if the pattern doesn't begin
  /// with `folder`.
  func relative(to folder: [[UInt8]]) -> GlobPattern? {
    guard isAbsolute, fixedFolders.starts(with: folder) else { return nil }
    return GlobPattern(
      text: text, alternatives: alternatives.map { $0.dropping(folder.count) },
      fixedFolders: Array(fixedFolders.dropFirst(folder.count)))
  }

  /// The segments of a path, without empty ones and `.`.
  static func names(of path: [UInt8]) -> [ArraySlice<UInt8>] {
    var names: [ArraySlice<UInt8>] = []
    var start = 0
    for end in path.indices where path[end] == .slash {
      add(path[start..<end], to: &names)
      start = end + 1
    }
    add(path[start...], to: &names)
    return names
  }

  private static func add(_ name: ArraySlice<UInt8>, to names: inout [ArraySlice<UInt8>]) {
    if name.isEmpty || name.count == 1 && name.first == .dot { return }
    names.append(name)
  }
}
