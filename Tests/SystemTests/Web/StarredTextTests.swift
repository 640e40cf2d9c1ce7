import System
import Testing

@Suite struct StarredTextTests {
  private func starred(_ text: String) -> String {
    String(String.UnicodeScalarView(WebAddress.starred(Array(text.unicodeScalars)[...])))
  }

  @Test(
    "Stars stand in place of all that may be a secret",
    arguments: [
      ("- https://h/a?sig=SECRET", "- https://h/a?**********"),
      ("- https://h/a#SECRET", "- https://h/a#******"),
      ("- https://h/a#SECRET?b", "- https://h/a#********"),
      ("- https://USER:SECRET@h/a", "- https://***********@h/a"),
      ("- https://USER:SE/CRET@h/a", "- https://************@h/a"),
      ("- https://U@SECRET@h/a?SECRET@b", "- https://********@h/a?********"),
      ("- https://h/my photo.jpg?sig=SECRET", "- https://h/my photo.jpg?**********"),
      ("- \"https://h/\\\"a\\\"?sig=SECRET\"", "- \"https://h/\\\"a\\\"?***********"),
      ("{\"u\":\"https:\\/\\/USER@h\\/a?sig=SECRET\"}", "{\"u\":\"https:\\/\\/****@h\\/a?************"),
      ("https:\\\\/\\\\/h?SECRET", "https:\\\\/\\\\/h?******"),
      ("https:\\//h?SECRET", "https:\\//h?******"), ("https:/\\/h?SECRET", "https:/\\/h?******"),
      ("[https://h/a, ftp://USER:SECRET@h/b]", "[https://**********************@h/b]"),
      ("[https://h/a?1, https://h/b]", "[https://h/a?***************"),
      ("why? a@b: https://h/a?SECRET", "why? a@b: https://h/a?******"),
      ("https://h/a?\u{E9}e\u{301}\t\u{1F600}", "https://h/a?*****"), ("://?S", "://?*"), ("://S@", "://*@"),
      ("a: b:/ c:\\ ::://h?S", "a: b:/ c:\\ ::://h?*"),
    ])
  func secrets(_ text: String, _ expected: String) {
    #expect(starred(text) == expected)
    #expect(starred(expected) == expected)
  }

  @Test(
    "A text without a user name, a query and a fragment behind '://' stays as it is",
    arguments: [
      "", ":", ":/", ":\\", "://", "https://h/a", "(a): https://h/a", "[https://h/a, \"https:\\/\\/h\\/b\"]",
      "a@b?c#d", "https: //u@h?b", "https:/u@h/?b", "x@y # https://h", "https://h/a?", "https://@h/#",
    ])
  func others(_ text: String) {
    #expect(starred(text) == text)
  }

  @Test("A part of a text keeps its indices")
  func part() {
    let text = Array("?s@:// s3://b/a?cd".unicodeScalars)
    let starred = WebAddress.starred(text[7..<17])
    #expect(starred.indices == 7..<17)
    #expect(Array(starred) == Array("s3://b/a?*".unicodeScalars))
  }
}
