import System
import Testing

/// Bytes as text.
@Suite("Base64")
struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(
    "Four characters stand for three bytes",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func text(_ text: String, _ coded: String) {
    #expect(Base64.text(Array(text.utf8)) == coded)
  }
}
