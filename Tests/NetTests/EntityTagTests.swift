import Net
import Testing

@Suite struct EntityTagTests {
  private func tag(_ value: String) throws -> EntityTag { try #require(EntityTag(value)) }

  /// The examples of RFC 9110, section 8.8.3.
  @Test(
    "Tags",
    arguments: [
      ("\"xyzzy\"", "xyzzy", false), ("W/\"xyzzy\"", "xyzzy", true), ("\"\"", "", false),
      ("\"a\\é'\"", "a\\é'", false),
    ])
  func tags(_ value: String, _ opaque: String, _ isWeak: Bool) throws {
    let read = try tag(value)
    #expect(read.opaque == opaque)
    #expect(read.isWeak == isWeak)
    #expect(read.text == value)
  }

  @Test(
    "No tags",
    arguments: [
      "", "\"", "xyzzy", "w/\"x\"", "W/", "W/x", "W/ \"x\"", "\"x", "x\"", "\"a\"b\"", "\"a b\"",
      "\"a\u{7F}\"", "\"x\" ", "*",
    ])
  func noTags(_ value: String) {
    #expect(EntityTag(value) == nil)
  }

  /// The table of RFC 9110, section 8.8.3.2.
  @Test(
    "Comparisons",
    arguments: [
      ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
      ("W/\"1\"", "\"1\"", false, true),
      ("\"1\"", "\"1\"", true, true),
    ])
  func comparisons(_ one: String, _ other: String, _ strong: Bool, _ weak: Bool) throws {
    let (one, other) = (try tag(one), try tag(other))
    #expect(one.matchesStrongly(other) == strong && other.matchesStrongly(one) == strong)
    #expect(one.matchesWeakly(other) == weak && other.matchesWeakly(one) == weak)
  }

  @Test("Two spellings of one letter are two tags")
  func spellings() throws {
    #expect(!(try tag("\"\u{E9}\"").matchesStrongly(tag("\"e\u{301}\""))))
  }
}
