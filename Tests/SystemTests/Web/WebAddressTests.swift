import Testing

@testable import System

@Suite struct WebAddressTests {
  @Test(
    "Host and port of a request, and its target",
    arguments: [
      ("http://example.com", "example.com", 80, "/"),
      ("https://Example.COM/a.jpg", "example.com", 443, "/a.jpg"),
      ("HTTPS://example.com.:8443/a?b=c#d", "example.com:8443", 8443, "/a?b=c"),
      ("http://example.com:80?x", "example.com", 80, "/?x"), ("http://example.com:/", "example.com", 80, "/"),
      ("http://a_b-.c/é ü?é '", "a_b-.c", 80, "/%C3%A9%20%C3%BC?%C3%A9%20%27"),
      ("http://h/a%2fb/../{c}?[x]={y}", "h", 80, "/%7Bc%7D?[x]={y}"),
      ("http://h/./a/../b/%2e%2E/%2e/c", "h", 80, "/c"), ("http://h/..", "h", 80, "/"),
      ("http://h/a/.%2e/..a/.../?../x", "h", 80, "/..a/.../?../x"), ("http://h/a/.", "h", 80, "/a/"),
      ("http://h/a\\b", "h", 80, "/a%5Cb"),
      ("http://[2001:DB8::1]:81/", "[2001:db8::1]:81", 81, "/"),
      ("http://[::ffff:1.2.3.4]/", "1.2.3.4", 80, "/"),
      ("http://0x8.0x8.2056/", "8.8.8.8", 80, "/"), ("http://h/100%", "h", 80, "/100%"),
      ("http://h/a?b?c", "h", 80, "/a?b?c"), ("http://h/?", "h", 80, "/?"), ("http://h#a?b", "h", 80, "/"),
    ])
  func parts(_ text: String, _ hostHeader: String, _ port: Int, _ target: String) throws {
    let address = try WebAddress(text)
    #expect(address.hostHeader == hostHeader)
    #expect(address.port == port)
    #expect(address.target == target)
  }

  @Test(
    "A key in a bucket stands as it is",
    arguments: [
      ("s3://bucket/a b/é?x#y%20", "bucket", "a b/é?x#y%20"), ("s3://bucket", "bucket", ""),
      ("s3://bucket/\u{301}a", "bucket", "\u{301}a"),
      ("S3://My_Old.Bucket//a", "My_Old.Bucket", "/a"), ("s3://bucket/**/*.jpg", "bucket", "**/*.jpg"),
    ])
  func keys(_ text: String, _ bucket: String, _ key: String) throws {
    let address = try WebAddress(text)
    #expect(address.host == .name(bucket))
    #expect(address.key == key)
  }

  @Test(
    "No URL, and why",
    arguments: [
      ("", "it begins with neither http:// nor https://"),
      ("ftp://h/a", "it begins with neither http:// nor https://"),
      ("http:/h/a", "it begins with neither http:// nor https://"),
      ("file:///etc/passwd", "it begins with neither http:// nor https://"),
      (" http://h/", "it begins with neither http:// nor https://"), ("http://", "it has no host"),
      ("http:///a", "it has no host"), ("http://:80/", "it has no host"),
      ("http://user@h/", "it has a user name or a password"),
      ("http://u:p@h/", "it has a user name or a password"),
      ("http://h:0/", "its port isn't a number from 1 to 65535"),
      ("http://h:65536/", "its port isn't a number from 1 to 65535"),
      ("http://h:8a/", "its port isn't a number from 1 to 65535"),
      ("http://h:80:80/", "its port isn't a number from 1 to 65535"),
      ("http://::1/", "it has no host"), ("http://[::1/", "its '[' has no ']'"),
      ("http://[::1]a/", "its ']' isn't followed by a port or a path"),
      ("http://[1.2.3.4]/", "its brackets hold no IPv6 address"),
      ("http://[fe80::1%25eth0]/", "its brackets hold no IPv6 address"),
      ("http://bücher.de/", "its host has a letter outside of ASCII; write it in its 'xn--' form"),
      ("http://１２７.0.0.1/", "its host has a letter outside of ASCII; write it in its 'xn--' form"),
      ("http://1.2.3.256/", "its host looks like an IPv4 address but is none"),
      ("http://a.09/", "its host looks like an IPv4 address but is none"),
      ("http://0x/", "its host looks like an IPv4 address but is none"),
      ("http://a..b/", "its host is no name of a host"), ("http://a b/", "its host is no name of a host"),
      ("http://a%2eb/", "its host is no name of a host"), ("http://a\\b/", "its host is no name of a host"),
      ("http://h\n/", "it has a control character"), ("http://h/a\u{7F}", "it has a control character"),
      ("s3://ab/c", "its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"),
      ("s3://key:secret@bucket/c", "its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"),
      ("s3:///key", "its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"),
      ("s3://.../key", "its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"),
      ("http://h/" + String(repeating: "a", count: 8184), "it has more than 8192 bytes"),
    ])
  func faults(_ text: String, _ message: String) {
    #expect(throws: WebAddressFault(message)) { try WebAddress(text) }
  }

  /// Each host is one that a filter of texts has let through somewhere.
  @Test(
    "Hosts that mean the machine itself or its network are refused by the address that they are",
    arguments: [
      "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://017700000001/",
      "http://0x7f000001/",
      "http://0x7f.0.0.1/", "http://0177.0.0.1/", "http://127.0.0.1./", "http://0/", "http://0.0.0.0/",
      "http://10.1/", "http://192.168.257/", "http://3232235777/", "http://169.254.169.254/latest/meta-data/",
      "http://2852039166/", "http://0xA9FEA9FE/", "http://0251.0376.0251.0376/", "http://[::1]/",
      "http://[::]/",
      "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
      "http://[64:ff9b::127.0.0.1]/", "http://[2002:7f00:1::]/", "http://[2001:0:7f00:1::1]/",
      "http://[fd00:ec2::254]/", "http://[fe80::1]/", "http://[::127.0.0.1]/", "http://255.255.255.255/",
      "http://100.100.100.200/latest/meta-data/",
    ])
  func refused(_ text: String) throws {
    guard case .address(let address) = try WebAddress(text).host else {
      Issue.record("\(text) is no address")
      return
    }
    #expect(AddressPolicy().refusal(of: address) != nil)
  }

  @Test(
    "Names with numbers stay names",
    arguments: ["http://1.2.3.4.example/", "http://0x7f.1x/", "http://127.0.0.1.nip.io/"])
  func names(_ text: String) throws {
    guard case .name = try WebAddress(text).host else {
      Issue.record("\(text) is no name")
      return
    }
  }

  @Test("Equal origins have one scheme, host and port, in any spelling")
  func origins() throws {
    let one = try WebAddress("http://Example.com/a").origin
    #expect(try WebAddress("HTTP://example.com.:80/b").origin == one)
    for other in ["https://example.com/a", "http://example.com:81/a", "http://www.example.com/a"] {
      #expect(try WebAddress(other).origin != one)
    }
  }

  @Test("A path that shall be exact keeps its steps, its empty names and its query")
  func exact() throws {
    let base = try WebAddress("https://example.com:8443/a?b")
    let kept = base.exact(path: "/x/../%2E/./y//", query: "q=%2F")
    #expect(kept.target == "/x/../%2E/./y//?q=%2F")
    #expect(kept.origin == base.origin)
    #expect(kept.shown == "https://example.com:8443/x/../%2E/./y//?q=%2F")
    let other = base.exact(host: .name("b.example.com"), path: "/", query: nil)
    #expect(other.hostHeader == "b.example.com:8443")
    #expect(other.shown == "https://b.example.com:8443/")
    #expect(try WebAddress("http://a/").exact(path: "/c", query: nil) == WebAddress("http://a/c"))
  }
}
