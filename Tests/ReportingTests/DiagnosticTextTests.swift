import JobFile
import Reporting
import Testing

@Suite struct DiagnosticTextTests {
  private func rendered(_ text: String, _ line: Int, _ column: Int) -> String {
    let place = SourceLocation(line: line, column: column)
    return DiagnosticText(text: Array(text.utf8)).rendered([Diagnostic(file: "a.yaml", at: place, "no")])
  }

  @Test func caretIsUnderTheColumn() {
    let text = "version: 1\nqualty: 85\n"
    #expect(rendered(text, 2, 9) == "a.yaml:2:9: error: no\nqualty: 85\n        ^\n")
  }

  @Test func severalDiagnosticsFollowEachOther() {
    let text = DiagnosticText(text: Array("a\nb".utf8)).rendered([
      Diagnostic(file: "a.yaml", at: nil, "one"),
      Diagnostic(.warning, file: "a.yaml", at: SourceLocation(line: 2, column: 1), "two"),
    ])
    #expect(text == "a.yaml: error: one\na.yaml:2:1: warning: two\nb\n^\n")
  }

  @Test func errorsOfTheReaderShowTheirLines() {
    let text = Array("version: 1\nsources: [a.jpg]\noutputs: [{path: a.jpg}]\nqualty: 85\n".utf8)
    guard case .failure(let errors) = JobFileReader.read(text: text, file: "jobs/web.yaml") else {
      Issue.record("the misspelt key was accepted")
      return
    }
    #expect(
      DiagnosticText(text: text).rendered(errors.diagnostics)
        == "jobs/web.yaml:4:1: error: unknown key 'qualty': did you mean 'quality'?\nqualty: 85\n^\n")
  }

  @Test(
    "Secrets in URLs are starred, and the caret stays in its place",
    arguments: [
      ("a: https://h/a.jpg?sig=x&b, 1", "a: https://h/a.jpg?**********"),
      ("- http://ann:b@c@h/d#e", "- http://*******@h/d#*"), ("a@b: c?d", "a@b: c?d"), ("://", "://"),
    ])
  func secrets(line: String, shown: String) {
    let blank = String(repeating: " ", count: line.count - 1)
    #expect(
      rendered(line, 1, line.count) == "a.yaml:1:\(line.count): error: no\n\(shown)\n\(blank)^\n")
  }

  @Test(
    "Secrets in URLs are starred in messages",
    arguments: [
      ("sources: https://h/a?sig=S", "not 'https://h/a?*****'"),
      ("sources: [' https://h/a?sig=S']", "' https://h/a?*****' is"),
      ("sources: ['s3://a:S@b/c']", "'s3://b/c' is no URL of a bucket"),
      ("sources: [a]\nhttps://h/a?sig=S: 1", "unknown key 'https://h/a?*****'"),
      ("sources: [{path: 'ftp://a:S@h/b'}]", "'ftp://***@h/b' is"),
    ])
  func secretsInMessages(job: String, part: String) throws {
    let text = Array("version: 1\noutputs: [{path: '{stem}.png'}]\n\(job)\n".utf8)
    var messages: [String] = []
    switch JobFileReader.read(text: text, file: "job.yaml") {
    case .failure(let errors): messages = errors.diagnostics.map(\.message)
    case .success(let spec):
      let found = SourceExpansion(
        sources: spec.sources, exclude: [], base: BaseFolder("/nonexistent"), file: "job.yaml", reserved: [])
      messages = found.diagnostics.map(\.message)
    }
    #expect(messages.contains { $0.contains(part) }, "\(messages)")
  }

  @Test func tabsAreCopied() {
    #expect(rendered("\ta:\tb", 1, 5) == "a.yaml:1:5: error: no\n\ta:\tb\n\t  \t^\n")
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(rendered("名前: 1", 1, 5) == "a.yaml:1:5: error: no\n名前: 1\n      ^\n")
  }

  @Test func combiningMarksTakeNone() {
    #expect(rendered("e\u{301}: 1", 1, 5) == "a.yaml:1:5: error: no\ne\u{301}: 1\n   ^\n")
  }

  @Test func caretMayStandBehindTheLine() {
    #expect(rendered("name:\r\nx", 1, 6) == "a.yaml:1:6: error: no\nname:\n     ^\n")
  }

  @Test func byteOrderMarkIsNoCharacter() {
    #expect(rendered("\u{FEFF}name: 1", 1, 7) == "a.yaml:1:7: error: no\nname: 1\n      ^\n")
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    #expect(rendered("a\u{1B}[2J", 1, 2) == "a.yaml:1:2: error: no\na\u{FFFD}[2J\n ^\n")
  }

  @Test func lineBeyondTheFileIsLeftOut() {
    #expect(rendered("a", 9, 1) == "a.yaml:9:1: error: no\n")
  }

  @Test func longLinesAreCut() {
    let line = String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 200)
    let shown = String(repeating: "a", count: 80) + "X" + String(repeating: "b", count: 79)
    let caret = String(repeating: " ", count: 83) + "^"
    #expect(rendered(line, 1, 201) == "a.yaml:1:201: error: no\n...\(shown)...\n\(caret)\n")
  }

  @Test func bytesThatAreNotUTF8AreReplaced() {
    let place = SourceLocation(line: 1, column: 3)
    let text = DiagnosticText(text: [0x61, 0x20, 0xFF, 0x62]).rendered([
      Diagnostic(file: "a.yaml", at: place, "no")
    ])
    #expect(text == "a.yaml:1:3: error: no\na \u{FFFD}b\n  ^\n")
  }
}
