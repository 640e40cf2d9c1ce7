import Foundation
import TestSupport
import Testing

/// Versions of pictures on a server, and servers that lack ranges, versions or sizes.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct WebVersionTests {
  @Test("Another version at the server makes the output again")
  func changed() throws {
    let pictures = try [1, 2].map { try Picture(seed: $0).jpeg() }
    let now = Served(0)
    let server = try TestServer { request in
      .file(pictures[now.value], etag: "\"\(now.value)\"", to: request)
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    var outputs: [[UInt8]] = []
    for version in [0, 1] {
      now.value = version
      #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      outputs.append(try web.studio.folder.read("a.jpg.png"))
    }
    #expect(outputs[0] != outputs[1])
  }

  @Test("A picture that changes between plan and run fails by name")
  func changedBetween() throws {
    let picture = WebStudio.large()
    let server = try TestServer { request in
      .file(picture, etag: request.header("range") == nil ? "\"2\"" : "\"1\"", to: request)
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["source_changed"])
  }

  @Test("A server without ranges or versions gives whole pictures")
  func withoutRanges() throws {
    let picture = try Picture().jpeg()
    let server = try TestServer { _ in .reply(200, body: picture) }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    for _ in 0..<2 { #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0))) }
    // One for each plan.
    #expect(server.requests.count == 2)
    #expect(try web.studio.rows().first?.source_sha256 == web.sha256(picture))
  }

  @Test("A server that ignores conditions can't pass another version off as the planned one")
  func ignoredCondition() throws {
    let picture = WebStudio.large()
    let server = try TestServer { request in
      request.header("range") == nil
        ? .reply(200, [("ETag", "\"2\"")], body: picture) : .file(picture, to: request)
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["source_changed"])
  }

  @Test("Without an ETag, the date of the last change is the condition and the version")
  func dates() throws {
    let picture = WebStudio.large()
    let date = "Thu, 26 Nov 2026 18:00:00 GMT"
    let server = try TestServer { request in
      let range = ("Content-Range", "bytes 0-65535/\(picture.count)")
      return request.header("range") == nil
        ? .reply(200, [("Last-Modified", date)], body: picture)
        : .reply(206, [("Last-Modified", date), range], body: Array(picture[..<65_536]))
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(server.requests.map { $0.header("if-unmodified-since") } == [nil, date])
    #expect(try web.upright("run", "job.yaml").stderr.contains("1 done before"))
    #expect(server.requests.count == 3)
  }

  @Test("A range without a version isn't enough for the version: the whole file is")
  func unnamedRange() throws {
    let web = try WebStudio()
    let png = try #require(web.files["b.png"])
    let server = try TestServer { request in
      request.header("range") == nil
        ? .reply(200, body: png)
        : .reply(206, [("Content-Range", "bytes 0-65535/\(png.count)")], body: Array(png[..<65_536]))
    }
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/b")])
    for _ in 0..<2 { #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0))) }
    #expect(server.requests.map { $0.header("range") == nil } == [false, true, false, true])
  }

  @Test("A header that needs more than 1 MiB is read too, up to limits.max_file")
  func large() throws {
    let png = TestPNG(700, 600, type: 2, depth: 8) { x, y, channel in (x * y + 80 * channel) % 256 }.file
    let server = try TestServer { _ in .reply(200, [("ETag", "\"1\"")], body: png) }
    let web = try WebStudio(server: server)
    try web.studio.folder.write(png, to: "photos/a.png")
    try web.job("outputs: [{path: '{stem}.jpg'}]", (0..<9).map { server.url("/a\($0)") })
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let rows = try web.studio.rows()
    #expect(rows.count == 9)
    let sum = try web.studio.sha256("photos/a.png")
    #expect(rows.allSatisfy { $0.source_sha256 == sum })
    try web.job("limits: {max_file: 1MiB}\noutputs: [{path: '{stem}-2.jpg'}]", [server.url("/a")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["max_file"])
  }

  @Test(
    "A size that no file has fails the row, and no other", arguments: [Int.max, 4_611_686_018_427_387_904])
  func hugeSize(size: Int) throws {
    let picture = try Picture().jpeg()
    let server = try TestServer { request in
      if request.target == "/a.jpg" { return .file(picture, to: request) }
      let range = ("Content-Range", "bytes 0-65535/\(size)")
      return .reply(206, [("ETag", "\"1\""), range], body: [UInt8](repeating: 0, count: 65_536))
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg"), server.url("/b.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == [nil, "max_file"])
  }

  @Test("A whole picture is taken although its reply names a range")
  func rangeOfWhole() throws {
    let picture = try Picture().jpeg()
    let server = try TestServer { _ in
      .reply(200, [("ETag", "\"1\""), ("Content-Range", "bytes 0-9/10")], body: picture)
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("A range that is shorter than the one asked for leads to the whole picture")
  func shortRange() throws {
    let web = try WebStudio()
    let png = try #require(web.files["b.png"])
    let server = try TestServer { request in
      request.header("range") == nil
        ? .reply(200, [("ETag", "\"1\"")], body: png)
        : .reply(
          206, [("ETag", "\"1\""), ("Content-Range", "bytes 0-99/\(png.count)")], body: Array(png[..<100]))
    }
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/b")], network: "retries: 0, ")
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("A picture in an encoding that isn't undone fails, also if only the whole of it is")
  func encoded() throws {
    let picture = WebStudio.large()
    let server = try TestServer { request in
      request.header("range") == nil
        ? .reply(200, [("ETag", "\"1\""), ("Content-Encoding", "br")], body: picture)
        : .file(picture, to: request)
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["http_encoding"])
  }

  @Test("URLs whose names look alike are different sources")
  func lookAlike() throws {
    let pictures = try [1, 2].map { try Picture(seed: $0).jpeg() }
    let server = try TestServer { request in
      .file(pictures[request.target.contains("%C3%A9") ? 0 : 1], to: request)
    }
    let web = try WebStudio(server: server)
    try web.job(
      "outputs: [{path: '{index}.png'}]", ["/\u{E9}.jpg?sig=1", "/e\u{301}.jpg?sig=2"].map { server.url($0) })
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let sums = try web.studio.rows().map(\.source_sha256)
    #expect(try Set(sums) == Set(pictures.map { try web.sha256($0) }))
  }
}
