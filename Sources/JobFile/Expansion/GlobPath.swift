/// A pattern without braces: the segments of a path.
///
/// Matching keeps a set of places in the pattern, one bit for each segment. A walk over folders and the match
/// of a whole path take the same steps. The number of steps for a path is at most the product of the path's
/// segments and the pattern's segments.
struct GlobPath: Hashable, Sendable {
  /// The pattern between two slashes.
  enum Segment: Hashable, Sendable {
    /// `**`, which matches any number of folders. It is never the last segment, and two never follow each
    /// other.
    case anyFolders
    case name(GlobName)
  }

  /// True if the pattern begins with `/`.
  let isAbsolute: Bool
  /// The pattern's segments, 1...64 of them. The last one is the pattern of the file's name.
  private let segments: [Segment]
  /// The set of segments that are `**`, one bit for each segment.
  private let anyFolders: UInt64
  /// The set of segments that are folders without wildcards, one bit for each segment.
  let literalFolders: UInt64

  static let maxSegments = 64

  init(isAbsolute: Bool, segments: [Segment]) {
    self.isAbsolute = isAbsolute
    self.segments = segments
    var (any, literal): (UInt64, UInt64) = (0, 0)
    for (index, segment) in segments.enumerated() {
      switch segment {
      case .anyFolders: any |= 1 << index
      case .name(let name) where index < segments.count - 1 && name.literal != nil: literal |= 1 << index
      case .name: break
      }
    }
    anyFolders = any
    literalFolders = literal
  }

  /// The folders before the first wildcard.
  var leadingFolders: ArraySlice<[UInt8]> {
    segments.dropLast().map { segment in
      if case .name(let name) = segment { name.literal } else { nil }
    }.prefix { $0 != nil }.compactMap { $0 }[...]
  }

  /// The path of a pattern without wildcards; nil for other patterns. In the result, the file's extension is
  /// in lower case (`GlobName.literalKey`).
  var literalKey: [UInt8]? {
    guard case .name(let last)? = segments.last, let file = last.literal,
      leadingFolders.count == segments.count - 1
    else { return nil }
    let names = leadingFolders + [GlobName.literalKey(file[...])]
    return (isAbsolute ? [.slash] : []) + names.joined(separator: [.slash])
  }

  /// True if a `..` stands anywhere after the first `count` segments.
  func climbs(after count: Int) -> Bool {
    segments.dropFirst(count).contains { $0 == Self.parent }
  }

  /// This pattern without the first `count` segments, as a relative pattern.
  func dropping(_ count: Int) -> GlobPath {
    GlobPath(isAbsolute: false, segments: Array(segments.dropFirst(count)))
  }

  private static let parent = Segment.name(GlobName([.dot, .dot], isFile: false))
}

extension GlobPath {
  /// The places before anything is matched.
  var start: UInt64 { closed(1) }

  /// The pattern of the file's name, if one of these places is the last segment; nil otherwise.
  func fileName(at places: UInt64) -> GlobName? {
    guard places >> (segments.count - 1) & 1 == 1, case .name(let name)? = segments.last else { return nil }
    return name
  }

  /// The name of the folder at segment `index`; nil if the folder has wildcards.
  func literalFolder(at index: Int) -> [UInt8]? {
    if case .name(let name) = segments[index] { name.literal } else { nil }
  }

  /// The bytes with which all names begin that the segment `index` matches; none for `**`.
  func literalStart(ofSegment index: Int) -> [UInt8] {
    if case .name(let name) = segments[index] { name.literalStart } else { [] }
  }

  /// True if one of these places is a folder with wildcards. The walk must then list the current folder.
  func hasWildFolder(at places: UInt64) -> Bool {
    places & ~literalFolders & ~(1 << (segments.count - 1)) != 0
  }

  /// The set of places after the folder at segment `index` is matched.
  func places(after index: Int) -> UInt64 { closed(1 << (index + 1)) }

  /// The places after a step into `folder`; 0 if no file below it can match. `isLinked` is true for a
  /// symbolic link, which `**` doesn't enter.
  func advance(_ places: UInt64, into folder: ArraySlice<UInt8>, isLinked: Bool = false) -> UInt64 {
    var next: UInt64 = folder.first == .dot || isLinked ? 0 : places & anyFolders
    var rest = places & ~anyFolders & ~(1 << (segments.count - 1))
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      if case .name(let name) = segments[index], name.matches(folder) { next |= 1 << (index + 1) }
    }
    return closed(next)
  }

  /// True if the pattern matches the path with these folders and this file name.
  func matches(folders: [ArraySlice<UInt8>], file: ArraySlice<UInt8>) -> Bool {
    guard case .name(let name)? = segments.last, name.matches(file) else { return false }
    return fileName(at: advance(through: folders)) != nil
  }

  /// True if every file below the folders matches, unless a name in its path begins with a dot.
  func coversAll(below folders: [ArraySlice<UInt8>]) -> Bool {
    let places = advance(through: folders)
    guard segments.count > 1, fileName(at: places) == .anything else { return false }
    return (places & anyFolders) >> (segments.count - 2) & 1 == 1
  }

  private func advance(through folders: [ArraySlice<UInt8>]) -> UInt64 {
    var places = start
    for folder in folders where places != 0 { places = advance(places, into: folder) }
    return places
  }

  /// These places, and the place after each `**` among them. `**` may match no folder.
  private func closed(_ places: UInt64) -> UInt64 {
    places | (places & anyFolders) << 1
  }
}
