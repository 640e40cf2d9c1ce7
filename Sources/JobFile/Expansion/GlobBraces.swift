import System
/// Writes out the alternatives of `{a,b}`.
struct GlobBraces {
  private let tokens: [GlobToken]
  private var index = 0

  /// All alternatives that `tokens` stand for, in the order written, without duplicates. The braces in
  /// `tokens` must be balanced.
  static func alternatives(of tokens: [GlobToken]) throws(PatternError) -> [[GlobToken]] {
    var braces = GlobBraces(tokens: tokens)
    var seen: Set<[GlobToken]> = []
    return try braces.sequence().filter { seen.insert($0).inserted }
  }

  /// Reads the tokens up to the end, or up to a comma or `}` of this level, and returns their alternatives.
  private mutating func sequence() throws(PatternError) -> [[GlobToken]] {
    var results: [[GlobToken]] = [[]]
    var characters = 0
    while index < tokens.count, tokens[index] != .comma, tokens[index] != .close {
      let token = tokens[index]
      index += 1
      if token == .open {
        results = try Self.joined(results, group())
        characters = Self.characters(results)
      } else {
        characters += results.count
        try Self.check(alternatives: results.count, characters: characters)
        for place in results.indices { results[place].append(token) }
      }
    }
    return results
  }

  /// Reads the rest of a group, from after the `{` to the `}`, and returns the group's alternatives.
  private mutating func group() throws(PatternError) -> [[GlobToken]] {
    var results: [[GlobToken]] = []
    var count = 0
    var isOpen = true
    while isOpen {
      results += try sequence()
      try Self.check(alternatives: results.count, characters: Self.characters(results))
      count += 1
      isOpen = index < tokens.count && tokens[index] == .comma
      index += 1
    }
    guard count > 1 else {
      throw PatternError("'{...}' lists alternatives, as in '*.{jpg,jpeg}': write '\\{' for a brace")
    }
    return results
  }

  private static func joined(
    _ heads: [[GlobToken]], _ tails: [[GlobToken]]
  ) throws(PatternError) -> [[GlobToken]] {
    try check(
      alternatives: heads.count * tails.count,
      characters: heads.count * characters(tails) + tails.count * characters(heads))
    return heads.flatMap { head in tails.map { head + $0 } }
  }

  private static func characters(_ alternatives: [[GlobToken]]) -> Int {
    alternatives.reduce(0) { $0 + $1.count }
  }

  /// Refuses alternatives that would take too much memory, before they are made.
  private static func check(alternatives: Int, characters: Int) throws(PatternError) {
    guard alternatives <= FixedLimits.JobFile.alternatives else {
      throw PatternError("braces make more than \(FixedLimits.JobFile.alternatives) alternatives")
    }
    guard characters <= FixedLimits.JobFile.alternativeCharacters else {
      throw PatternError("braces make more than \(FixedLimits.JobFile.alternativeCharacters) characters")
    }
  }
}
