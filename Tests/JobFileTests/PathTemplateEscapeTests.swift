import ImageModel
import TestSupport
import Testing

@testable import JobFile

@Suite struct PathTemplateEscapeTests {
  typealias Key = any WritableKeyPath<PathTemplate.Values, String> & Sendable

  static let failures: [(String, Key, String, String)] = [
    ("{id}", \.id, "..", "the output path that '{id}' makes has a segment '..'"),
    ("a/{id}/b", \.id, ".", "the output path that 'a/{id}/b' makes has a segment '.'"),
    (".{id}/b", \.id, ".", "the output path that '.{id}/b' makes has a segment '..'"),
    ("{dir}/a.jpg", \.dir, "x/../y", "the output path that '{dir}/a.jpg' makes has a segment '..'"),
    (
      "{dir}right/a.jpg", \.dir, ".up",
      "the output path that '{dir}right/a.jpg' makes has a segment '.upright'"
    ),
    ("{id}/a.jpg", \.id, "a/b", "'{id}' in '{id}/a.jpg' is 'a/b': only '{dir}' may hold '/'"),
    ("{job}.jpg", \.job, "/etc", "'{job}' in '{job}.jpg' is '/etc': only '{dir}' may hold '/'"),
    ("x/{ext}", \.ext, "", "the output path that 'x/{ext}' makes has no file name"),
    ("{id}", \.id, "", "the output path that '{id}' makes has no file name"),
    ("{id}.jpg", \.id, "a\nb", "the output path that '{id}.jpg' makes has a control character, U+000A"),
    ("{id}.jpg", \.id, "a\0", "the output path that '{id}.jpg' makes has a control character, U+0000"),
    (
      "{id}.jpg", \.id, String(repeating: "\u{E4}", count: 126),
      "the output path that '{id}.jpg' makes has a segment of 256 bytes, more than 255"
    ),
    (
      "{dir}/a", \.dir, String(repeating: "abc/", count: 1024),
      "the output path that '{dir}/a' makes is 4097 bytes long, more than 4096"
    ),
  ]

  @Test(arguments: failures) func aValueThatMakesABadPathIsAFinding(
    template: String, key: Key, value: String,
    message: String
  ) throws {
    var values = templateValues()
    values[keyPath: key] = value
    let template = try PathTemplate(parsing: template)
    #expect(throws: ImageError(.badPath, message)) { try template.render(values) }
  }

  @Test func theLongestPathIsTaken() throws {
    var values = templateValues()
    values.dir = String(repeating: "abcd/", count: 818)
    let path = try PathTemplate(parsing: "{dir}/abcdef").render(values)
    #expect(path.utf8.count == 4096)
    values.id = String(repeating: "a", count: 255)
    #expect(try PathTemplate(parsing: "{id}").render(values) == values.id)
  }

  /// Templates and values that try to leave the root, put together from the worst of parts.
  @Test func noPathLeavesItsRoot() throws {
    var generator = SplitMix64(seed: 20)
    let parts = [
      "..", ".", "/", "//", "a", "{id}", "{dir}", "{stem}", "{ext}", "{job}", "{name}", "{{", "\\",
    ]
    let worst = ["..", ".", "", "/", "../..", "/etc", "a/..", "..\0", "a", "./", "/..", "\u{2024}\u{2024}"]
    var (tried, rendered) = (0, 0)
    while tried < 5000 {
      let length = Int.random(in: 1...6, using: &generator)
      let text = (0..<length).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      guard let template = try? PathTemplate(parsing: text) else { continue }
      tried += 1
      var values = templateValues()
      for key in [\PathTemplate.Values.id, \.dir, \.stem, \.ext, \.job, \.name] {
        values[keyPath: key] = worst.randomElement(using: &generator) ?? ""
      }
      guard let path = try? template.render(values) else { continue }
      rendered += 1
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      let bad = segments.filter { ["", ".", ".."].contains($0) || $0.utf8.contains(0) }
      #expect(bad == [], "\(text) \(values)")
    }
    #expect(rendered > 500)
  }

  @Test(arguments: [
    "../{stem}.jpg", "a/../../{stem}.jpg", "/{stem}.jpg", "a/./b", "..", "{dir}/..", "./.", "/..",
  ])
  func aTemplateThatClimbsIsRefused(text: String) {
    #expect(throws: PatternError.self) { try PathTemplate(parsing: text) }
  }
}
