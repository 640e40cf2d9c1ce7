import Foundation
import TestSupport
import Testing

/// Lists of URLs whose servers forbid some of them.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct RobotsRunTests {
  /// A server with the picture at each path, and with `robots` as its `robots.txt`.
  private func server(
    _ robots: @escaping @Sendable (TestServer.Request) -> TestServer.Answer,
    tag: @escaping @Sendable (String) -> String? = { _ in nil }
  ) throws -> WebStudio {
    let picture = try Picture().jpeg()
    return try WebStudio(
      server: TestServer { request in
        if request.target == "/robots.txt" { return robots(request) }
        if request.target == "/to-forbidden" { return .reply(302, [("Location", "/private/a.jpg")]) }
        let tags = tag(request.target).map { [("X-Robots-Tag", $0)] } ?? []
        return .reply(200, [("ETag", "\"1\"")] + tags, body: picture)
      })
  }

  private func run(_ web: WebStudio, _ urls: [String], _ keys: String = "") throws -> [String: String?] {
    try web.studio.folder.write(urls.joined(separator: "\n"), to: "l.txt")
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: [{list: l.txt, base: '\(web.server.url("/"))'\(keys)}]
      outputs: [{path: '{index}.png'}]
      """)
    let ending = try web.upright("run", "--quiet", "job.yaml").ending
    let rows = try web.studio.rows()
    #expect(ending == .exit(rows.contains { $0.error != nil } ? 1 : 0))
    return Dictionary(
      uniqueKeysWithValues: rows.map {
        (String($0.source.dropFirst(web.server.url("/").count)), $0.error?.code)
      })
  }

  @Test("A URL that robots.txt forbids isn't requested, and the file is asked for once")
  func forbidden() throws {
    let rules = Array("user-agent: *\ndisallow: /private\n\nuser-agent: other\ndisallow: /\n".utf8)
    let web = try server { .file(rules, to: $0) }
    let codes = try run(web, ["a.jpg", "b.jpg", "private/a.jpg", "private/b.jpg", "to-forbidden"])
    #expect(
      codes == [
        "a.jpg": nil, "b.jpg": nil, "private/a.jpg": "robots", "private/b.jpg": "robots",
        "to-forbidden": "robots",
      ])
    #expect(!web.server.requests.contains { $0.target.hasPrefix("/private") })
    #expect(web.server.requests.filter { $0.target == "/robots.txt" }.count == 1)
    #expect(
      try web.studio.rows().compactMap(\.error?.message).allSatisfy {
        $0 == "the robots.txt of '127.0.0.1:\(web.server.port)' forbids it"
      })
    _ = try web.upright("lock", "job.yaml")
    _ = try web.upright("preview", "--output", "p.html", "job.yaml")
    #expect(!web.server.requests.contains { $0.target.hasPrefix("/private") })
  }

  @Test("Rules for upright take the place of those for all")
  func ownRules() throws {
    let rules = Array("user-agent: *\ndisallow: /\nuser-agent: Upright\ndisallow: /b\n".utf8)
    let web = try server { .file(rules, to: $0) }
    #expect(try run(web, ["a.jpg", "b.jpg"]) == ["a.jpg": nil, "b.jpg": "robots"])
  }

  @Test("'robots: ignore' asks for no robots.txt, and no URL of the job file does")
  func ignored() throws {
    let web = try server({ .file(Array("user-agent: *\ndisallow: /\n".utf8), to: $0) }, tag: { _ in "noai" })
    #expect(try run(web, ["a.jpg"], ", robots: ignore") == ["a.jpg": nil])
    try web.job("outputs: [{path: '{name}-2.png'}]", [web.server.url("/b.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(!web.server.requests.contains { $0.target == "/robots.txt" })
  }

  @Test("A missing file allows all", arguments: [404, 403, 410])
  func missing(status: Int) throws {
    let web = try server { _ in .reply(status) }
    #expect(try run(web, ["a.jpg"]) == ["a.jpg": nil])
  }

  @Test("If robots.txt can't be read, all rows of the server fail")
  func unreachable() throws {
    for (answer, reason) in [
      (TestServer.Answer.reply(503), "the server answers 503"), (.reply(429), "the server answers 429"),
      (.reply(304), "the server answers 304"),
      (TestServer.Answer([.close]), "the connection to its server ended before the reply did"),
      (.reply(200, [("Content-Encoding", "gzip")], body: [1]), "it comes encoded"),
      (.reply(200, body: Array(repeating: 0x20, count: 600_000)), "it has more than 512 KiB"),
    ] {
      let web = try server { _ in answer }
      #expect(try run(web, ["a.jpg", "b.jpg"]) == ["a.jpg": "robots", "b.jpg": "robots"])
      let message =
        "upright can't read the robots.txt of '127.0.0.1:\(web.server.port)', so it fetches no URL of this server: \(reason)"
      #expect(try Set(web.studio.rows().map(\.error?.message)) == [message])
      #expect(Set(web.server.requests.map(\.target)) == ["/robots.txt"])
    }
  }

  @Test("Redirects of robots.txt without an end allow all")
  func endless() throws {
    let web = try server { _ in .reply(302, [("Location", "/robots.txt")]) }
    #expect(try run(web, ["a.jpg"]) == ["a.jpg": nil])
    #expect(web.server.requests.count { $0.target == "/robots.txt" } == 6)
  }

  @Test("A redirect of robots.txt is followed; its rules hold for the first server")
  func redirected() throws {
    let rules = try TestServer { .file(Array("user-agent: *\ndisallow: /b\n".utf8), to: $0) }
    let place = rules.url("/rules")
    let web = try server { _ in .reply(301, [("Location", place)]) }
    #expect(try run(web, ["a.jpg", "b.jpg"]) == ["a.jpg": nil, "b.jpg": "robots"])
    #expect(rules.requests.map(\.target) == ["/rules"])
  }

  @Test("X-Robots-Tag of a picture is obeyed")
  func tags() throws {
    let web = try server(
      { _ in .reply(404) },
      tag: { ["/a": "noai", "/b": "noindex", "/c": "upright: noimageai", "/d": "x: noai"][$0] })
    #expect(try run(web, ["a", "b", "c", "d"]) == ["a": "robots", "b": nil, "c": "robots", "d": nil])
    #expect(
      try Set(web.studio.rows().compactMap(\.error?.message)) == [
        "its server forbids its use for machine learning by X-Robots-Tag"
      ])
  }
}
