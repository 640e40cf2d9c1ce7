import JobFile
import Testing

@Suite struct LimitTests {
  private static let valid = "version: 1\nsources: [a.jpg]\noutputs: [{path: a.jpg}]\n"

  @Test func oneMebibyteIsRead() {
    let text = Self.valid + "#" + String(repeating: "x", count: (1 << 20) - Self.valid.utf8.count - 1)
    #expect(text.utf8.count == 1_048_576)
    #expect(WrongJob.errors(of: Array(text.utf8)) == [])
    #expect(WrongJob.errors(of: Array((text + "x").utf8)) == ["job.yaml:: the file is larger than 1 MiB"])
  }

  @Test func nestingOf32IsReadAnd33IsNot() {
    let lists = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    WrongJob.job("base: " + lists(31), "4:1: 'base' doesn't belong here: it goes in an entry of 'sources'")
      .check()
    WrongJob.job(
      "base: " + lists(32), "4:1: 'base' doesn't belong here: it goes in an entry of 'sources'",
      "4:38: lists and mappings are nested more than 32 deep"
    ).check()
  }

  @Test(arguments: ["{", "[", "{a: ", "- ", "? ", "[{", "[\n"])
  func nestingBombsAreCutEarly(_ part: String) {
    let text = String(repeating: part, count: (1 << 20) / part.utf8.count)
    let errors = WrongJob.errors(of: Array(text.utf8))
    #expect(errors.last?.hasSuffix(": lists and mappings are nested more than 32 deep") == true)
  }

  /// 68 of these patterns have more; each alone is within its own limits.
  @Test func alternativesOfAllPatternsAreBounded() {
    let pattern = String(repeating: "{a,b}", count: 9) + String(repeating: "x", count: 75)
    let job = { (count: Int) in
      let sources = (0..<count).map { _ in "  - \"\(pattern)\"\n" }.joined()
      return Array("version: 1\nsources:\n\(sources)outputs: [{path: a.jpg}]\n".utf8)
    }
    #expect(WrongJob.errors(of: job(68)) == [])
    #expect(
      WrongJob.errors(of: job(500)) == [
        "job.yaml:71:5: the alternatives of all patterns up to this one have more than 4194304 characters: "
          + "write fewer braces"
      ])
  }

  @Test func errorsWithoutEndAreCounted() {
    let keys = (0..<1500).map { "bad_\($0): 1\n" }.joined()
    let errors = WrongJob.errors(of: Array((Self.valid + keys).utf8))
    #expect(errors.count == 1001)
    #expect(errors.first == "job.yaml:4:1: unknown key 'bad_0'")
    #expect(errors.last == "job.yaml:: 500 more errors are not shown")
  }

  @Test func longTextsAreShortenedInMessages() {
    let long = String(repeating: "k", count: 500)
    let shown = String(repeating: "k", count: 60) + "..."
    WrongJob.job(
      "\(long): 1\nhash: \(long)",
      "4:1: unknown key '\(shown)'", "5:7: 'hash' must be 'sha256' or 'none', not '\(shown)'"
    ).check()
  }

  @Test func controlCharactersStayOutOfMessages() {
    WrongJob.job("hash: \"\\e[2J\"", "4:7: 'hash' must be 'sha256' or 'none', not '\u{FFFD}[2J'").check()
    WrongJob.job("hash: \"a\\tb\"", "4:7: 'hash' must be 'sha256' or 'none', not 'a\u{FFFD}b'").check()
  }

  @Test func byteOrderMarkIsSkipped() {
    #expect(WrongJob.errors(of: [0xEF, 0xBB, 0xBF] + Array(Self.valid.utf8)) == [])
    #expect(
      WrongJob.errors(of: [0xEF, 0xBB, 0xBF] + Array(("bad: 1\n" + Self.valid).utf8)) == [
        "job.yaml:1:1: unknown key 'bad'"
      ])
  }

  @Test(arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
  func otherEncodings(_ text: [UInt8]) {
    #expect(WrongJob.errors(of: text) == ["job.yaml:: the file is UTF-16; save it as UTF-8"])
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xEF, 0xBF], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func notUTF8(_ bytes: [UInt8]) {
    let text = Array("version: 1\nname: é".utf8) + bytes
    #expect(
      WrongJob.errors(of: text) == ["job.yaml:2:8: the file is not UTF-8 from here on; save it as UTF-8"])
  }

  @Test func replacementCharacterItselfIsText() {
    #expect(WrongJob.errors(of: Array((Self.valid + "name: \u{FFFD}\n").utf8)) == [])
  }

  @Test(arguments: [
    ("\u{0}", "0000"), ("\u{7}", "0007"), ("\u{1B}", "001B"), ("\u{7F}", "007F"), ("\u{9B}", "009B"),
    ("\u{FEFF}", "FEFF"), ("\u{FFFE}", "FFFE"),
  ]) func forbiddenCharacters(_ character: String, _ code: String) {
    WrongJob.job("name: a\(character)b", "4:8: the character U+\(code) can't stand in YAML").check()
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "   ", "---\n...\n", "~"]) func emptyFile(_ text: String) {
    WrongJob(text: text, errors: [": the file is empty"]).check()
  }
}
