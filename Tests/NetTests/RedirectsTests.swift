import Net
import System
import Testing

@Suite struct RedirectsTests {
  @Test("Five redirects are followed, not six")
  func number() throws {
    var redirects = Redirects()
    var address = try WebAddress("http://a/0")
    for number in 1...5 { address = try redirects.follow("\(number)", from: address) }
    #expect(address.shown == "http://a/5")
    #expect(redirects.count == 5)
    #expect(throws: RedirectFault.tooMany) { try redirects.follow("6", from: address) }
  }

  @Test(
    "Schemes",
    arguments: [
      ("http://a/", "https://b/x", "https://b/x"), ("https://a/", "https://b/", "https://b/"),
      ("https://a/", "//b/", "https://b/"), ("http://a/", "http://b/", "http://b/"),
    ])
  func followed(_ from: String, _ location: String, _ expected: String) throws {
    var redirects = Redirects()
    #expect(try redirects.follow(location, from: WebAddress(from)).shown == expected)
  }

  @Test(
    "Schemes that aren't followed",
    arguments: [("https://a/", "http://a/"), ("http://a/", "s3://bucket/a"), ("https://a/", "s3://bucket/a")])
  func refused(_ from: String, _ location: String) throws {
    var redirects = Redirects()
    let address = try WebAddress(from)
    #expect(throws: RedirectFault.scheme) { try redirects.follow(location, from: address) }
    #expect(redirects.count == 0)
  }

  @Test(
    "Locations that are no URL",
    arguments: ["file:///etc/passwd", "gopher://a/", "http://user@a/", "http://a:0/", "javascript:x"])
  func noURL(_ location: String) throws {
    var redirects = Redirects()
    let address = try WebAddress("http://a/")
    let fault = #expect(throws: RedirectFault.self) { try redirects.follow(location, from: address) }
    guard case .location = fault else {
      Issue.record("\(location): \(String(describing: fault))")
      return
    }
  }

  @Test("Statuses")
  func statuses() {
    #expect((100..<600).filter { Redirects.leadsElsewhere(status: $0) } == [301, 302, 303, 307, 308])
  }
}
