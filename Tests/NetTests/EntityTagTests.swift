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
}
