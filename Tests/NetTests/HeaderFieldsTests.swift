@testable import Net
import Testing

@Suite struct HeaderFieldsTests {
  @Test("Names have no case, and a field may have several values")
  func names() {
    var fields = HeaderFields()
    fields.append("X-Robots-Tag", "a")
    fields.append("x-robots-tag", "b")
    #expect(fields["X-ROBOTS-TAG"] == "a")
    #expect(fields.values(of: "X-Robots-Tag") == ["a", "b"])
    #expect(fields["etag"] == nil)
  }

  @Test("Lines of bytes are read, whatever they hold")
  func lines() {
    let fields = HeaderFields(
      lines: Array("etag: \"a:b\"\nno field\nempty: \ndate:x\nodd: ".utf8) + [0xFF, 0x0A])
    #expect(fields["etag"] == "\"a:b\"")
    #expect(fields["empty"] == "")
    #expect(fields["date"] == "x")
    #expect(fields["odd"] == "\u{FFFD}")
  }

  @Test("A field that can't stand in a header makes no lines")
  func unclean() {
    let bad = [
      ("a b", "c"), ("", "c"), ("a:", "c"), ("a;", "c"), ("a", "b\nc"), ("a", "b\rc"), ("a\n", "c"),
      ("a", "\0"),
    ]
    for (name, value) in bad {
      var fields = HeaderFields()
      fields.append(name, value)
      #expect(fields.lines == nil)
    }
    var fields = HeaderFields()
    fields.append("If-Match", "\"ä\t b\"")
    fields.append("Empty", "")
    #expect(fields.lines == ["if-match: \"ä\t b\"", "empty;"])
  }
}
