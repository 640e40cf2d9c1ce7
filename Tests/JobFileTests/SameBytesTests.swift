import JobFile
import Testing

@Suite struct SameBytesTests {
  @Test(arguments: ["", "a", "a/b.jpg", "\u{E9}", "e\u{301}", "a long name beyond fifteen bytes.jpg"])
  func textsEqualThemselves(_ text: String) {
    #expect(text.hasSameBytes(as: String(decoding: Array(text.utf8), as: UTF8.self)))
  }

  @Test(arguments: [("", "a"), ("a", "b"), ("a", "a\0"), ("\u{E9}", "e\u{301}"), ("a/b", "a/c")])
  func othersDoNot(_ one: String, _ other: String) {
    #expect(!one.hasSameBytes(as: other))
    #expect(!other.hasSameBytes(as: one))
  }
}
