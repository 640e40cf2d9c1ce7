import Testing

@testable import Preview

/// Strangers' text in a page.
@Suite struct HTMLTextTests {
  @Test(
    "Nothing in a text is markup",
    arguments: [
      ("<script>alert('1')</script>", "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"),
      (#"a" onload="b & c"#, "a&quot; onload=&quot;b &amp; c"),
      ("]]><!-- -->", "]]&gt;&lt;!-- --&gt;"),
      ("a\u{0}b\u{1B}[2Jc\nd\u{85}e\tf", "a\u{FFFD}b\u{FFFD}[2Jc\u{FFFD}d\u{FFFD}e\tf"),
      ("&amp;", "&amp;amp;"), ("Grüße 猫", "Grüße 猫"), ("", ""),
    ])
  func escaped(_ text: String, _ html: String) {
    #expect(text.html == html)
  }

  @Test("A long text is cut by characters of Unicode, with a sign")
  func cut() {
    #expect("a<é猫".html(most: 4) == "a&lt;é猫")
    #expect("a<é猫b".html(most: 4) == "a&lt;é猫…")
    #expect(String(repeating: "x", count: 301).html == String(repeating: "x", count: 300) + "…")
  }

  @Test(
    "A file's name in an address names that file and nothing else",
    arguments: [
      ("a-2.html", "./a-2.html"), ("a b#c?d.html", "./a%20b%23c%3Fd.html"),
      ("javascript:x", "./javascript%3Ax"), ("//host", "./%2F%2Fhost"), ("ü%\"", "./%C3%BC%25%22"),
    ])
  func address(_ name: String, _ address: String) {
    #expect(name.address == address)
  }

  @Test("The address of a JPEG")
  func jpegAddress() {
    #expect([0xFF, 0xD8, 0xFB, 0xF0].jpegAddress == "data:image/jpeg;base64,/9j78A==")
  }
}
