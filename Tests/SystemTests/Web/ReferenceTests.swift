import System
import Testing

@Suite struct ReferenceTests {
  /// RFC 3986, sections 5.4.1 and 5.4.2. Fragments aren't kept, so the expected URLs have none.
  @Test(
    "The examples of RFC 3986",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q"),
      ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
      ("g;x", "http://a/b/c/g;x"),
      ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
      ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
      ("../../../../g", "http://a/g"),
      ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("./g/.", "http://a/b/c/g/"),
      ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
      ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
      ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
    ])
  func examples(_ reference: String, _ expected: String) throws {
    #expect(try WebAddress("http://a/b/c/d;p?q").resolving(reference).shown == expected)
  }

  @Test(
    "Whole URLs, ports and odd paths",
    arguments: [
      ("https://h/x/../y", "https://h/y"), ("//h:81/a/..", "http://h:81/"), ("b", "http://a:8080/x//b"),
      ("../b", "http://a:8080/x/b"), ("?", "http://a:8080/x//y?"), ("/a//../b", "http://a:8080/a/b"),
      ("a?b?c", "http://a:8080/x//a?b?c"), ("s3://bucket/a/../b", "s3://bucket/a/../b"),
      ("http://[::1]/a", "http://[::1]/a"), ("/\u{301}", "http://a:8080/\u{301}"),
    ])
  func others(_ reference: String, _ expected: String) throws {
    #expect(try WebAddress("http://a:8080/x//y").resolving(reference).shown == expected)
  }

  @Test(
    "References that lead to no URL",
    arguments: ["g:h", "http:g", "http://u:p@h/", "//", "ftp://h/", "/a\nb", "mailto:x"])
  func none(_ reference: String) {
    #expect(throws: WebAddressFault.self) { try WebAddress("http://a/b").resolving(reference) }
  }

  @Test(
    "In a bucket, a reference is the last part of a key, as it is",
    arguments: [
      ("s3://bucket/a/b", "c d?e#f%20", "s3://bucket/a/c d?e#f%20"),
      ("s3://bucket", "../x", "s3://bucket/../x"),
      ("s3://bucket/a/", "/x", "s3://bucket/x"), ("s3://bucket/a/", "s3://other/x", "s3://other/x"),
      ("s3://bucket/a/", "http://h/x?y", "http://h/x?y"),
      ("http://h/a", "s3://bucket/x#y", "s3://bucket/x#y"),
      ("s3://bucket/a/", "a:b", "s3://bucket/a/a:b"),
    ])
  func bucket(base: String, reference: String, expected: String) throws {
    #expect(try WebAddress(base).resolving(reference) == WebAddress(expected))
  }
}
