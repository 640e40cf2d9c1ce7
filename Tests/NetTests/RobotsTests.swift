import Net
import System
import TestSupport
import Testing

@Suite struct RobotsTests {
  private func robots(_ text: String, agent: String = "upright") -> Robots {
    Robots(Array(text.utf8), agent: agent)
  }

  /// The file of RFC 9309, section 5.1.
  private static let simple = """
    User-Agent: *
    Disallow: *.gif$
    Disallow: /example/
    Allow: /publications/

    User-Agent: foobot
    Disallow:/
    Allow:/example/page.html
    Allow:/example/allowed.gif

    User-Agent: barbot
    User-Agent: bazbot
    Disallow: /example/page.html

    User-Agent: quxbot
    """

  @Test(
    "The example of RFC 9309, section 5.1",
    arguments: [
      ("other", "/a.gif", false), ("other", "/a.gif?b", true), ("other", "/example/", false),
      ("other", "/example", true),
      ("other", "/publications/", true), ("other", "/publications/a.gif", true), ("other", "/", true),
      ("foobot", "/example/page.html", true), ("foobot", "/example/allowed.gif", true),
      ("foobot", "/", false),
      ("foobot", "/publications/", false), ("barbot", "/example/page.html", false),
      ("barbot", "/example/", true),
      ("bazbot", "/example/page.html", false), ("bazbot", "/a.gif", true), ("quxbot", "/example/", true),
      ("quxbot", "/a.gif", true),
    ])
  func simple(_ agent: String, _ path: String, _ isAllowed: Bool) {
    #expect(robots(Self.simple, agent: agent).allows(path) == isAllowed)
  }

  /// RFC 9309, sections 5.2 and 2.2.2.
  @Test("The longest match counts, and of two equal ones the allowing one")
  func longest() {
    let longest = robots(
      "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n", agent: "foobot")
    #expect(!longest.allows("/example/page/disallowed.gif"))
    #expect(longest.allows("/example/page/"))
    let equal = robots("user-agent: *\ndisallow: /page\nallow: /page\n")
    #expect(equal.allows("/page"))
    let stars = robots("user-agent: *\nallow: /p\ndisallow: /*.html$\n")
    #expect(!stars.allows("/page.html"))
    #expect(stars.allows("/page.htm"))
  }

  /// RFC 9309, section 2.2.1: groups of one agent are joined.
  @Test("Groups of one agent are joined; names count without case and version")
  func joined() {
    let text =
      "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot/1.0\ndisallow: /baz\n"
    for path in ["/foo", "/bar", "/baz"] { #expect(!robots(text, agent: "examplebot").allows(path)) }
    #expect(robots(text, agent: "example").allows("/foo"))
    #expect(robots(text, agent: "examplebots").allows("/foo"))
  }

  /// The table of RFC 9309, section 2.2.2: each row's two spellings mean one path.
  @Test(
    "Spellings of a path",
    arguments: [
      ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
      ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
      ("/foo/bar/ツ", "/foo/bar/%E3%83%84"), ("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"),
      ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
    ])
  func spellings(_ one: String, _ other: String) {
    for (rule, path) in [(one, one), (one, other), (other, one), (other, other)] {
      #expect(!robots("user-agent: *\ndisallow: \(rule)\n").allows(path))
    }
  }

  /// RFC 9309, section 2.2.3.
  @Test(
    "Special characters",
    arguments: [
      ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true),
      ("/path/file-with-a-%2A.html", "/path/file-with-a-b.html", false),
      ("/path/foo-%24", "/path/foo-$", true), ("/path/foo-%24", "/path/foo-", false),
      ("/this/*/exactly", "/this/path/exactly", true), ("/this/*/exactly", "/this//exactly/x", true),
      ("/this/*/exactly", "/this/exactly", false), ("/this/path/exactly$", "/this/path/exactly", true),
      ("/this/path/exactly$", "/this/path/exactly/", false), ("/a$b", "/a$bc", true), ("/a$b", "/ab", false),
      ("/$", "/", true),
      ("/$", "/a", false), ("/*$", "/a", true), ("*", "/", true), ("/a*", "/a", true),
      ("/a**b", "/axb", true),
      ("/*a*a", "/xa", false), ("/*aab", "/aaab", true), ("/*ab$", "/abab", true), ("/a*a$", "/a", false),
      ("/*?", "/a%3Fb", false), ("/*?", "/a?b", true), ("/100%25", "/100%25", true), ("/%", "/%", true),
      ("x", "/x", false),
    ])
  func signs(_ rule: String, _ path: String, _ isMatch: Bool) {
    #expect(robots("user-agent: *\ndisallow: \(rule)\n").allows(path) == !isMatch)
  }

  @Test(
    "Lines",
    arguments: [
      ("user-agent: *\r\ndisallow: /a\r\n", false), ("user-agent: *\rdisallow: /a", false),
      ("\u{FEFF}USER-AGENT : * # all\n\tDisallow\t:  /a  # this\n", false), ("disallow: /a\n", true),
      ("user-agent: *\nsitemap: http://h/\ncrawl-delay: 9\ndisallow: /a\n", false),
      ("user-agent: upright\nsitemap: http://h/\nuser-agent: b\ndisallow: /a\n", false),
      ("user-agent: *\ndisallow:\n", true), ("user-agent: *\ndisallow /a\n", true),
      ("user-agent: upright\nallow: /\nuser-agent: b\ndisallow: /a\n", true),
      ("user-agent: *\ndisallow: /a\nuser-agent: upright\n", true), ("", true), ("<html>\n: /a\n", true),
      ("user-agent: * x\ndisallow: /a\n", false), ("user-agent: *x\ndisallow: /a\n", true),
    ])
  func lines(_ text: String, _ isAllowed: Bool) {
    #expect(robots(text).allows("/a") == isAllowed)
  }

  @Test("The file itself is always allowed; a missing file allows all, an unreachable one nothing")
  func itself() {
    #expect(robots("user-agent: *\ndisallow: /\n").allows("/robots.txt"))
    #expect(Robots.allowingAll.allows("/a"))
    #expect(!Robots.forbiddingAll.allows("/a"))
    #expect(Robots.forbiddingAll.allows("/robots.txt"))
  }

  @Test("512 KiB are read, without the line that the limit cuts")
  func limit() {
    let head = "user-agent: *\n"
    let rule = "disallow: /a\n"
    let whole = (512 << 10) - head.utf8.count - rule.utf8.count
    func file(filling count: Int) -> Robots {
      robots(head + String(repeating: "#", count: count - 1) + "\n" + rule + "disallow: /b\n")
    }
    #expect(!file(filling: whole).allows("/a"))
    #expect(file(filling: whole).allows("/b"))
    // Without the limit's care "disallow: /a" would become "disallow: /".
    #expect(file(filling: whole + 2).allows("/x"))
  }

  @Test("More than 10,000 rules forbid all; fewer are compared in bounded time")
  func rules() {
    func file(_ count: Int) -> Robots {
      robots("user-agent: *\n" + (0..<count).map { "disallow: /*aaaaaaaa*b\($0)\n" }.joined())
    }
    let path = "/" + String(repeating: "a", count: 8000)
    #expect(file(10_000).allows("/c"))
    #expect(!file(10_001).allows("/c"))
    let start = MonotonicClock.now()
    #expect(file(500).allows(path))
    #expect(MonotonicClock.now() - start < 10_000_000_000)
  }

  @Test("Patterns match as a plain search over all places does")
  func plainSearch() {
    var random = SplitMix64(seed: 9)
    func matches(_ path: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
      guard let sign = pattern.first else { return true }
      if sign == "$", pattern.count == 1 { return path.isEmpty }
      if sign == "*" {
        return (path.startIndex...path.endIndex).contains { matches(path[$0...], pattern.dropFirst()) }
      }
      return path.first == sign && matches(path.dropFirst(), pattern.dropFirst())
    }
    for _ in 0..<3000 {
      let path =
        ["/"]
        + (0..<Int.random(in: 0...8, using: &random)).map { _ in Bool.random(using: &random) ? "a" : "b" }
      let pattern =
        ["/"]
        + (0..<Int.random(in: 0...6, using: &random)).map { _ in
          ["a", "b", "*"][Int.random(in: 0..<3, using: &random)]
        } + (Bool.random(using: &random) ? ["$"] : [])
      let isMatch = matches(Array(path.joined())[...], Array(pattern.joined())[...])
      let allowed = robots("user-agent: *\ndisallow: \(pattern.joined())\n").allows(path.joined())
      #expect(allowed == !isMatch, "\(pattern.joined()) \(path.joined())")
    }
  }
}
