import System
import Testing

/// Searches for parts of collections. The expected places are counted by hand.
@Suite struct CollectionSearchTests {
  @Test(
    "The first place of a part",
    arguments: [
      ("a*/b*/", "*/", 1), ("aab", "ab", 1), ("ababac", "abac", 2), ("abc", "abc", 0), ("abc", "c", 2),
      ("abc", "abcd", nil), ("ab", "ba", nil), ("", "a", nil), ("abc", "", nil),
    ] as [(String, String, Int?)])
  func firstRange(text: String, part: String, place: Int?) {
    // Bytes, because the tests see the standard library's searches of strings too.
    let found = Array(text.utf8).firstRange(of: Array(part.utf8))
    #expect(found == place.map { $0..<$0 + part.utf8.count })
    #expect(Array(text.utf8).contains(Array(part.utf8)) == (place != nil))
  }

  @Test(
    "Each place of a part is replaced",
    arguments: [
      (#"a"b""#, "\"", "\\\"", #"a\"b\""#), ("%2e%2e", "%2e", ".", ".."), ("aaa", "aa", "b", "ba"),
      ("abc", "x", "y", "abc"), ("abab", "ab", "", ""), ("", "a", "b", ""),
    ])
  func replacing(text: String, part: String, other: String, expected: String) {
    let found = Array(text.utf8).replacing(Array(part.utf8), with: Array(other.utf8))
    #expect(String(decoding: found, as: UTF8.self) == expected)
  }
}
