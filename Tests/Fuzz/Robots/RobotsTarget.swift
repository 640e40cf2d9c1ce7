import Net

/// Files `robots.txt`: line ends and comments don't matter, and patterns match as their definition says.
///
/// The input is, with a 0 between them: a path, a pattern, a file.
package enum RobotsTarget: FuzzTarget {
  package static let name = "Robots"
  package static let longest = 4096

  package static func fault(_ bytes: [UInt8]) -> String? {
    let fields = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
    let path = "/" + String(decoding: fields[0], as: UTF8.self)
    let pattern = fields.count > 1 ? fields[1] : []
    let file = fields.count > 2 ? fields[2] : []
    return faultOfLines(file, path) ?? faultOfPattern(pattern, path)
  }

  private static func faultOfLines(_ file: [UInt8], _ path: String) -> String? {
    let isAllowed = Robots(file, agent: "upright").allows(path)
    let returns = file.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 }
    if Robots(returns, agent: "upright").allows(path) != isAllowed { return "the line ends matter" }
    let comment = Array("\n# user-agent: *\nsitemap: /\n".utf8)
    if Robots(file + comment, agent: "upright").allows(path) != isAllowed { return "a comment matters" }
    return Robots(file, agent: "upright").allows("/robots.txt") ? nil : "the file itself is forbidden"
  }

  /// Letters, digits and `/` stand for themselves; only for such patterns and paths is the definition this short.
  private static func faultOfPattern(_ pattern: [UInt8], _ path: String) -> String? {
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    let sign = UInt8(ascii: "*")
    let isAnchored = pattern.last == UInt8(ascii: "$")
    let body = pattern.dropLast(isAnchored ? 1 : 0)
    guard !body.isEmpty, body.allSatisfy({ isPlain($0) || $0 == sign }), path.utf8.allSatisfy(isPlain),
      path != "/robots.txt", body.count < 300, path.utf8.count < 300
    else { return nil }
    let file = Array("user-agent: *\ndisallow: ".utf8) + pattern
    let isMatch = !Robots(file, agent: "upright").allows(path)
    return isMatch == matches(Array(path.utf8), Array(body), isAnchored)
      ? nil : "the pattern matches otherwise"
  }

  /// The places of the path up to which the pattern's start matches, one sign after the other.
  private static func matches(_ path: [UInt8], _ pattern: [UInt8], _ isAnchored: Bool) -> Bool {
    var places: Set = [0]
    for sign in pattern {
      if sign == UInt8(ascii: "*") {
        places = places.min().map { Set($0...path.count) } ?? []
      } else {
        places = Set(places.filter { $0 < path.count && path[$0] == sign }.map { $0 + 1 })
      }
    }
    return isAnchored ? places.contains(path.count) : !places.isEmpty
  }

  package static func seeds() throws -> [[UInt8]] {
    let file = """
      User-agent: *\r
      Disallow: /private/  # all
      Allow: /private/*.jpg$

      User-agent: Upright/1.0
      user-agent: other
      disallow: /a%2Ab
      crawl-delay: 9

      """
    return ["private/a.jpg\0/private/*.jpg$", "abab\0/*ab$", "a*b\0/a", "\0*", "aaab\0/*aab*b"].map {
      Array("\($0)\0\(file)".utf8)
    }
  }
}
