import System
import TestSupport
import Testing

@Suite struct ShownAddressTests {
  @Test(
    "Secrets are cut; all else stays as it was given",
    arguments: [
      ("https://Host/a%20b?w=1&h=2", "https://Host/a%20b?w=1&h=2"),
      ("http://2130706433:80/#x", "http://2130706433:80/"),
      (
        "https://h/a?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=SECRET&X-Amz-Security-Token=SECRET",
        "https://h/a"
      ),
      ("https://h/a?w=1&x-amz-signature=SECRET&h=2", "https://h/a?w=1&h=2"),
      ("https://h/a?X%2DAmz%2dSignature=SECRET&w=1", "https://h/a?w=1"),
      ("https://h/a?X-Goog-Signature=SECRET&X-Goog-Credential=SECRET", "https://h/a"),
      ("https://h/a?AWSAccessKeyId=SECRET&Signature=SECRET&Expires=1", "https://h/a"),
      ("https://h/a?GoogleAccessId=SECRET&Signature=SECRET", "https://h/a"),
      ("https://h/a?sv=2024&se=2026&sp=r&sig=SECRET&w=1", "https://h/a?w=1"),
      ("https://h/a?Policy=SECRET&Signature=SECRET&Key-Pair-Id=SECRET", "https://h/a"),
      ("https://h/a?hdnts=SECRET", "https://h/a"), ("https://h/a?TOKEN=SECRET", "https://h/a"),
      ("https://h/a?access_token=SECRET", "https://h/a"),
      ("https://h/a?x-oss-process=image&X-Oss-Signature=SECRET&w=1", "https://h/a?w=1"),
      ("https://h/a?OSSAccessKeyId=SECRET&Signature=SECRET&security-token=SECRET", "https://h/a"),
      ("https://h/a?x-obs-security-token=SECRET&AccessKeyId=SECRET", "https://h/a"),
      ("https://h/a?x-cos-security-token=SECRET", "https://h/a"),
      (
        "https://h/a?q-sign-algorithm=sha1&q-sign-time=1;2&q-ak=SECRET&q-signature=SECRET&w=1",
        "https://h/a?w=1"
      ),
      ("https://h/a?hdnea=SECRET&hdntl=SECRET", "https://h/a"),
      ("https://h/a?user=1&password=SECRET", "https://h/a?user=1"),
      ("https://h/a?passwd=SECRET", "https://h/a"),
      ("https://h/a?pwd=SECRET", "https://h/a"), ("https://h/a?pass=SECRET", "https://h/a"),
      ("https://h/a?secret=SECRET", "https://h/a"), ("https://h/a?client_secret=SECRET", "https://h/a"),
      ("https://h/a?auth=SECRET", "https://h/a"), ("https://h/a?Authorization=SECRET", "https://h/a"),
      ("https://h/a?apiKey=SECRET", "https://h/a"),
      ("https://h/a?api_key=SECRET", "https://h/a"), ("https://h/a?api-key=SECRET", "https://h/a"),
      ("https://h/a?access_key=SECRET", "https://h/a"), ("https://h/a?id_token=SECRET", "https://h/a"),
      ("https://h/a?private_token=SECRET", "https://h/a"), ("https://h/a?job_token=SECRET", "https://h/a"),
      ("https://h/a?jwt=SECRET", "https://h/a"), ("https://h/a?sign=SECRET", "https://h/a"),
      ("https://h/a?hmac=SECRET", "https://h/a"),
      ("https://h/a?key=1&q-sign=2", "https://h/a?key=1&q-sign=2"),
      ("https://h/a?w=1;sig=SECRET&h=2", "https://h/a?h=2"),
      ("https://h/a?sig=\u{301}SECRET", "https://h/a"),
      ("https://h/a?\u{301}&sig=SECRET", "https://h/a?\u{301}"),
      ("https://h/a?\u{301}=1&sig\u{3D}SECRET", "https://h/a?\u{301}=1"), ("https://h/a?sig", "https://h/a"),
      ("https://h/a?design=1&tokens=2", "https://h/a?design=1&tokens=2"), ("https://h/a?", "https://h/a?"),
      ("s3://bucket/a?sig=1", "s3://bucket/a?sig=1"),
    ])
  func cut(_ text: String, _ shown: String) throws {
    let address = try WebAddress(text)
    #expect(address.shown == shown)
    #expect(WebAddress.shown(text) == shown)
    for text in ["\(address)", String(describing: [address]), String(reflecting: address)] {
      #expect(!text.contains("SECRET"))
    }
  }

  @Test(
    "Everything that could be a secret is cut from a text that is no URL",
    arguments: [
      ("https://user:SECRET@h/a.jpg?w=1", "https://h/a.jpg"), ("https://user:SE/CRET@h/a", "https://h/a"),
      ("https://user:S@E@h/a@b/c", "https://b/c"), ("https://bücher.de/a?sig=SECRET", "https://bücher.de/a"),
      ("ftp://user:SECRET@h/a", "ftp://h/a"), ("user:SECRET@h", "h"), ("https://h:x/#SECRET", "https://h:x/"),
      ("", ""),
      ("SECRET@https://h:x", "https://h:x"),
    ])
  func noURL(_ text: String, _ shown: String) {
    #expect(WebAddress.shown(text) == shown)
  }

  @Test("A shown address is read again as the same address")
  func again() throws {
    var random = SplitMix64(seed: 5)
    let pieces = [
      "a", "B", "%20", "&", "=", "sig", ";", "?", "/", "é", "\u{301}", "w", "1", ":", "@", "token", "%",
    ]
    for _ in 0..<3000 {
      let rest = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let shown = try WebAddress("https://h.example:8443/" + rest.joined()).shown
      #expect(try WebAddress(shown).shown == shown)
    }
  }
}
