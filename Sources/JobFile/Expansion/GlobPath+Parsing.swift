extension GlobPath {
  /// Makes a path pattern from the tokens of one alternative. The braces of the pattern are already expanded.
  init(_ tokens: [GlobToken]) throws(PatternError) {
    guard tokens.last != .slash else {
      throw PatternError(
        "a pattern that ends in '/' names a folder: write '**' behind it for the files below it")
    }
    let parts = tokens.split(separator: .slash).map(Array.init).filter { $0 != [.dot] }
    guard let last = parts.last, tokens.suffix(2) != [.slash, .dot], last != [.dot, .dot] else {
      throw PatternError("a pattern must end in the name of a file")
    }
    var segments: [Segment] = []
    for (index, part) in parts.enumerated() {
      let segment = try Self.segment(part, isFile: index == parts.count - 1)
      if segment != .anyFolders || segments.last != .anyFolders { segments.append(segment) }
    }
    if segments.last == .anyFolders { segments.append(.name(.anything)) }
    guard segments.count <= Self.maxSegments else {
      throw PatternError("a pattern can't be more than \(Self.maxSegments) segments deep")
    }
    self.init(isAbsolute: tokens.first == .slash, segments: segments)
  }

  private static func segment(_ tokens: [GlobToken], isFile: Bool) throws(PatternError) -> Segment {
    if tokens == [.anyRun, .anyRun] { return .anyFolders }
    guard !zip(tokens, tokens.dropFirst()).contains(where: { $0 == .anyRun && $1 == .anyRun }) else {
      throw PatternError("'**' must stand alone between slashes, as in '**/*.jpg'")
    }
    return .name(GlobName(tokens, isFile: isFile))
  }
}
