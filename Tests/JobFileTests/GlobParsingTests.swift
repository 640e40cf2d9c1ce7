import JobFile
import Testing

@Suite struct GlobParsingTests {
  private static let many = Array(repeating: "{a,b}", count: 11).joined()
  private static let long =
    "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}" + String(repeating: "x", count: 200)
  private static let wide =
    String(repeating: "x", count: 2000) + "{" + String(repeating: "a,", count: 1000) + "b}"
  private static let grouped =
    "{" + String(repeating: "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}c,", count: 3) + "d}"
  private static let escape =
    #"'\' may only stand before one of * ? [ ] { } , ! - ^ \; between folders write '/'"#
  private static let folder =
    "a pattern that ends in '/' names a folder: write '**' behind it for the files below it"
  private static let stars = "'**' must stand alone between slashes, as in '**/*.jpg'"
  private static let climb = "'..' can only stand at the front of a pattern, before any wildcard or brace"

  static let errors: [(String, String)] = [
    ("", "a pattern can't be empty"),
    (".", "a pattern must end in the name of a file"),
    ("x/.", "a pattern must end in the name of a file"),
    ("x/..", "a pattern must end in the name of a file"),
    ("..", "a pattern must end in the name of a file"),
    ("{a,}", "a pattern must end in the name of a file"),
    ("/", folder),
    ("photos/", folder),
    ("{a/,b}", folder),
    ("a\0b", "a pattern can't hold a NUL character"),
    ("[\0]", "a pattern can't hold a NUL character"),
    ("[a-", "'[' without ']': close it, or write '\\[' for a bracket"),
    ("x/[]", "'[' without ']': close it, or write '\\[' for a bracket"),
    ("[!]", "'[' without ']': close it, or write '\\[' for a bracket"),
    ("[z-a]", "a range in '[...]' runs backwards: put the lower end first"),
    ("[^a]", "'[^' is not known: write '[!' for all but these"),
    ("[a/b]", "'[...]' can't hold '/': it stands for one character of a name"),
    ("[[:alpha:]]", "classes such as '[:alpha:]' are not known: write a range such as 'a-z'"),
    ("{a,b", "'{' without '}': close it, or write '\\{' for a brace"),
    ("a}", "'}' without '{': write '\\}' for a brace"),
    ("{a}", "'{...}' lists alternatives, as in '*.{jpg,jpeg}': write '\\{' for a brace"),
    ("{dir}/*.jpg", "'{...}' lists alternatives, as in '*.{jpg,jpeg}': write '\\{' for a brace"),
    (String(repeating: "{a,", count: 9), "braces are nested more than 8 deep"),
    (many, "braces make more than 1024 alternatives"),
    (long, "braces make more than 65536 characters"),
    (wide, "braces make more than 65536 characters"),
    (grouped, "braces make more than 1024 alternatives"),
    (#"photos\2024"#, escape),
    (#"a\"#, escape),
    (#"[\a]"#, escape),
    ("a**", stars),
    ("**.jpg", stars),
    ("x/***", stars),
    ("x**y/z", stars),
    ("*/../a", climb),
    ("{../a,b}/c", climb),
    ("**/../a", climb),
    ("{/a,b}/c", "the alternatives of a pattern must all begin with '/', or none"),
    (String(repeating: "a/", count: 64) + "a", "a pattern can't be more than 64 segments deep"),
    (String(repeating: "a", count: 4097), "a pattern can't be longer than 4096 bytes"),
  ]

  @Test(arguments: errors) func saysWhatIsWrong(pattern: String, message: String) {
    #expect(throws: PatternError(message)) { try GlobPattern(parsing: pattern) }
  }

  static let fixedParts: [(String, String)] = [
    ("a.jpg", ""), ("*.jpg", ""), ("x/a.jpg", "x"), ("x/y/*.jpg", "x/y"), ("./x//y/*.jpg", "x/y"),
    ("x/*/y/a.jpg", "x"), ("x/**/y/*.jpg", "x"), ("x/[y]/a", "x"), ("../x/*.jpg", "../x"),
    ("../../*.jpg", "../.."), ("/x/y/*.jpg", "/x/y"), ("/*.jpg", "/"), (#"x\[1\]/*.jpg"#, "x[1]"),
    ("x/{y,z}/*.jpg", "x"), ("x/y/{a,b}.jpg", "x/y"), ("{x/y,x/z}/*.jpg", "x"), ("{x,y/z}/*", ""),
    ("x{,y}/*", ""), ("../{x,y}/*", ".."), ("/{x,y}/*", "/"),
  ]

  @Test(arguments: fixedParts) func theFixedPartEndsBeforeWildcardsAndBraces(pattern: String, fixed: String)
    throws
  {
    #expect(try GlobPattern(parsing: pattern).fixedPart == fixed)
  }

  @Test func keepsItsText() throws {
    #expect(try GlobPattern(parsing: "./x/{a,b}*").text == "./x/{a,b}*")
  }

  @Test func takesTheMostAlternatives() throws {
    let pattern = try GlobPattern(parsing: Array(repeating: "{a,b}", count: 10).joined())
    #expect(pattern.matches("ababababbb".utf8))
    #expect(!pattern.matches("ababababbc".utf8))
  }
}
