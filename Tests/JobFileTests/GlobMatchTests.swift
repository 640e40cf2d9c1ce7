import JobFile
import Testing

@Suite struct GlobMatchTests {
  /// A pattern, the paths that it matches and those that it doesn't.
  struct Row: CustomTestStringConvertible, Sendable {
    let pattern: String
    let yes: [String]
    let no: [String]
    var testDescription: String { pattern }
  }

  static let rows: [Row] = [
    // Literal text.
    Row(pattern: "a.jpg", yes: ["a.jpg", "./a.jpg", "a.JPG"], no: ["A.jpg", "a.jpgx", "b/a.jpg", "/a.jpg"]),
    Row(pattern: "./x//./a.jpg", yes: ["x/a.jpg", "x//a.jpg"], no: ["a.jpg"]),
    Row(pattern: "ab", yes: ["ab"], no: ["a", "abc", "AB", "aB"]),
    Row(pattern: "a]b,c", yes: ["a]b,c"], no: ["ab,c"]),
    // Within a name.
    Row(pattern: "*", yes: ["a", "a.jpg"], no: [".a", "a/b", ""]),
    Row(pattern: "a*", yes: ["a", "ab", "a.b"], no: ["ba", "A"]),
    Row(pattern: "*a*b", yes: ["ab", "xaxb", "abab"], no: ["a", "ba", "aba"]),
    Row(pattern: "?", yes: ["a", "\u{E4}", "\u{1F600}"], no: ["", "ab", "."]),
    Row(pattern: "a?c", yes: ["abc", "a.c", "a?c"], no: ["ac", "a/c", "abbc"]),
    Row(pattern: "*?", yes: ["a", "ab"], no: ["", ".a"]),
    // A combining accent is a character of its own.
    Row(pattern: "??", yes: ["ab", "e\u{301}"], no: ["\u{E9}", "\u{20AC}"]),
    Row(pattern: "[a-c]", yes: ["a", "b", "c"], no: ["d", "A", "", "ab"]),
    Row(pattern: "[!a-c]", yes: ["d", "A", "!", "\u{20AC}"], no: ["a", "b", "c", ".", ""]),
    Row(pattern: "[a-cx-z0]", yes: ["b", "y", "0"], no: ["d", "-", "1"]),
    Row(pattern: "x[]-]", yes: ["x]", "x-"], no: ["x", "x["]),
    Row(pattern: "x[!]]", yes: ["xa"], no: ["x]"]),
    Row(pattern: "[a-]", yes: ["a", "-"], no: ["b"]),
    Row(pattern: "[\u{E0}-\u{FF}]", yes: ["\u{E4}"], no: ["a", "\u{20AC}"]),
    Row(pattern: "[*?{,}]", yes: ["*", "?", "{", ",", "}"], no: ["a", "\\"]),
    // Escapes.
    Row(pattern: #"\*"#, yes: ["*"], no: ["a"]),
    Row(pattern: #"\[1\]\{\}\?\\"#, yes: [#"[1]{}?\"#], no: ["1"]),
    Row(pattern: #"[\]\-]"#, yes: ["]", "-"], no: [#"\"#]),
    Row(pattern: #"{a\,b,c}"#, yes: ["a,b", "c"], no: ["a", "b"]),
    // Names with a leading dot.
    Row(pattern: ".*", yes: [".a", ".a.jpg"], no: ["a"]),
    Row(pattern: "[.]a", yes: [], no: [".a"]),
    Row(pattern: "*/a", yes: ["x/a"], no: [".x/a", "a", "x/y/a"]),
    Row(pattern: ".x/*", yes: [".x/a"], no: ["x/a", ".x/.a"]),
    Row(pattern: "**/.x/**", yes: [".x/a", "a/.x/b/c"], no: ["a/.x/.y", "a/.y/.x/b"]),
    // Folders.
    Row(pattern: "**/a", yes: ["a", "x/a", "x/y/a"], no: ["b", "x/b", "xa", ".x/a", "x/.y/a"]),
    Row(pattern: "x/**/a", yes: ["x/a", "x/y/a", "x/y/z/a"], no: ["a", "y/x/a", "x/.y/a"]),
    Row(pattern: "x/**", yes: ["x/a", "x/y/a"], no: ["x", "x/.a", "y/x/a"]),
    Row(pattern: "**", yes: ["a", "x/y/a"], no: [".a", "x/.a"]),
    Row(pattern: "**/**/a", yes: ["a", "x/a"], no: ["b"]),
    Row(pattern: "**/x/**/a", yes: ["x/a", "x/x/a", "y/x/y/a"], no: ["a", "y/a"]),
    Row(pattern: "**/x/*/a", yes: ["x/y/a", "x/x/x/a"], no: ["x/a"]),
    Row(pattern: "*/*", yes: ["x/a"], no: ["a", "x/y/a"]),
    Row(pattern: "../x/*.jpg", yes: ["../x/a.jpg"], no: ["x/a.jpg", "../../x/a.jpg"]),
    Row(pattern: "/x/*.jpg", yes: ["/x/a.jpg", "//x/./a.jpg"], no: ["x/a.jpg"]),
    Row(pattern: "**/rejected/**", yes: ["rejected/a", "x/rejected/y/a"], no: ["rejected", "xrejected/a"]),
    // Alternatives.
    Row(pattern: "*.{jpg,jpeg}", yes: ["a.jpg", "a.jpeg", "a.JPG", "a.JpEg"], no: ["a.png", ".jpg"]),
    Row(pattern: "*.jp{e,}g", yes: ["a.jpg", "a.jpeg"], no: ["a.jpeeg"]),
    Row(pattern: "{a,b{c,d/e}}", yes: ["a", "bc", "bd/e"], no: ["b", "bd", "ac"]),
    Row(pattern: "{x/y,z}/*", yes: ["x/y/a", "z/a"], no: ["x/a"]),
    Row(pattern: "{**,z}/a", yes: ["a", "q/a", "z/a"], no: ["b"]),
    // Extensions without case: nothing else.
    Row(pattern: "*.tar.gz", yes: ["a.tar.gz", "a.tar.GZ"], no: ["a.TAR.gz"]),
    Row(pattern: "*.[jJ]p?", yes: ["a.jpg", "a.JPG"], no: ["a.png"]),
    Row(pattern: "*.[!j]*", yes: ["a.png", "a.PNG"], no: ["a.jpg", "a.JPG"]),
    Row(pattern: "*jpg", yes: ["ajpg", "a.jpg"], no: ["a.JPG"]),
    Row(pattern: "x.Y/a", yes: ["x.Y/a"], no: ["x.y/a"]),
    Row(pattern: ".jpg", yes: [".jpg"], no: [".JPG"]),
    Row(pattern: "a.b*", yes: ["a.b", "a.B", "a.b.jpg"], no: ["a.B.jpg"]),
    Row(pattern: "*.k", yes: ["a.K"], no: ["a.\u{212A}"]),
  ]

  @Test(arguments: rows) func matchesThePathsOfItsRow(_ row: Row) throws {
    let pattern = try GlobPattern(parsing: row.pattern)
    #expect(row.yes.filter { pattern.matches($0.utf8) } == row.yes)
    #expect(row.no.filter { pattern.matches($0.utf8) } == [])
  }

  @Test func namesThatAreNotUTF8CountByByte() throws {
    // An umlaut in Latin-1, a sequence cut short, an overlong slash, a surrogate.
    let names: [[UInt8]] = [
      [0x61, 0xE4], [0x61, 0xE2, 0x82], [0x61, 0xC0, 0xAF], [0x61, 0xED, 0xA0, 0x80],
    ]
    for (pattern, expected) in [
      ("a*", [true, true, true, true]), ("a?", [true, false, false, false]),
      ("a??", [false, true, true, false]), ("a???", [false, false, false, true]),
      ("a[!x]*", [true, true, true, true]), ("a[\u{80}-\u{10FFFF}]*", [false, false, false, false]),
      ("a\u{E4}", [false, false, false, false]),
    ] {
      let parsed = try GlobPattern(parsing: pattern)
      #expect(names.map { parsed.matches($0) } == expected, "\(pattern)")
    }
  }

  @Test func manyWildcardsEndSoon() throws {
    let name = String(repeating: "a", count: 250)
    for pattern in ["*a*a*a*a*b", String(repeating: "*a", count: 200) + "*b", "*?*?*?*?*?*b"] {
      let parsed = try GlobPattern(parsing: pattern)
      #expect(!parsed.matches(name.utf8))
      #expect(parsed.matches("\(name)b".utf8))
    }
    let deep = String(repeating: "a/", count: 1000)
    let folders = try GlobPattern(parsing: String(repeating: "**/a/", count: 25) + "**/b")
    #expect(!folders.matches("\(deep)a".utf8))
    #expect(folders.matches("\(deep)b".utf8))
  }

  @Test func theDeepestPatternMatches() throws {
    let folders = String(repeating: "*/", count: 63)
    let pattern = try GlobPattern(parsing: folders + "a")
    let path = String(repeating: "x/", count: 63)
    #expect(pattern.matches("\(path)a".utf8))
    #expect(!pattern.matches("x/\(path)a".utf8))
    #expect(!pattern.matches("\(path.dropFirst(2))a".utf8))
  }
}
