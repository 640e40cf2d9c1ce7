import Foundation
import ImageModel
import TestSupport
import Testing

/// Pictures that come whole with their headers: a run needs no second request for them.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct KeptPictureTests {
  private static let keys = "outputs: [{path: '{stem}.png', resize: {width: 9}}]\n"

  /// A studio with `files` in `photos/`, and a server that gives them with ranges.
  private func studio(_ files: [String: [UInt8]]) throws -> WebStudio {
    let web = try WebStudio(
      server: TestServer { request in
        files[String(request.target.dropFirst())].map { .file($0, to: request) } ?? .reply(404)
      })
    for (name, file) in files { try web.studio.folder.write(file, to: "photos/" + name) }
    return web
  }

  @Test(
    "Small pictures need one request each, and their outputs are those of the same files",
    arguments: ["isolation: none", "isolation: process", "on_error: {policy: stop}"])
  func small(_ key: String) throws {
    let files = Dictionary(
      uniqueKeysWithValues: try (0..<20).map { ("\($0 + 10).jpg", try Picture(seed: $0).jpeg()) })
    let web = try studio(files)
    for (folder, prefix) in [("files", "\(web.studio.folder.path)/photos/"), ("web", web.server.url("/"))] {
      try web.job(
        "\(Self.keys)\(key)\noutput_root: \(folder)", files.keys.sorted().map { prefix + $0 }, name: folder)
      #expect(try web.upright("run", "--quiet", "\(folder).yaml") == CommandRun(.exit(0)))
    }
    #expect(web.server.requests.count == 20)
    for name in files.keys.map({ $0.replacingOccurrences(of: ".jpg", with: ".png") }) {
      #expect(try web.studio.folder.read("files/\(name)") == web.studio.folder.read("web/\(name)"))
    }
    var rows = try web.studio.rows("files.manifest.jsonl")
    for index in rows.indices {
      rows[index].source = rows[index].source.replacingOccurrences(of: "photos/", with: web.server.url("/"))
    }
    #expect(try web.studio.rows("web.manifest.jsonl") == rows)
    // The hashes of --verify are those of what came with the headers.
    #expect(try web.upright("run", "--quiet", "--verify", "web.yaml") == CommandRun(.exit(0)))
    #expect(web.server.requests.count == 40)
  }

  @Test("A picture that changes after it came is made as it was planned")
  func changed() throws {
    let pictures = try [1, 2].map { try Picture(seed: $0).jpeg() }
    let server = try TestServer { request in
      let now = min(request.number, 1)
      return .file(pictures[now], etag: "\"\(now)\"", to: request)
    }
    let web = try WebStudio(server: server)
    try web.job(Self.keys, [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(server.requests.count == 1)
    #expect(try web.studio.rows().map(\.source_sha256) == [web.sha256(pictures[0])])
  }

  @Test("A server without ranges gives each picture once", arguments: [[("ETag", "\"1\"")], []])
  func withoutRanges(fields: [(String, String)]) throws {
    // 102,054 bytes.
    let bitmap = TestBMP(200, 170, depth: 24) { x, y in 977 * x + 13 * y }.file
    let server = try TestServer { _ in .reply(200, fields, body: bitmap) }
    let web = try WebStudio(server: server)
    let names = (0..<8).map { "/\($0).bmp" }
    try web.job(Self.keys, names.map { server.url($0) })
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(server.requests.map(\.target).sorted() == names)
    let sum = try web.sha256(bitmap)
    #expect(try web.studio.rows().allSatisfy { $0.source_sha256 == sum })
  }

  @Test("A URL with several entries is asked for its header only")
  func severalEntries() throws {
    let web = try studio(["a.jpg": Picture().jpeg()])
    let url = web.server.url("/a.jpg")
    let sources = ["one", "two", "three"].map { "  - {path: '\(url)', id: \($0)}\n" }.joined()
    try web.studio.job(
      "network: {allow: [127.0.0.0/8]}\nsources:\n\(sources)outputs: [{path: '{id}.png'}]")
    #expect(try web.upright("run", "--quiet", "--jobs", "2", "job.yaml") == CommandRun(.exit(0)))
    #expect(web.server.requests.count == 3)
    #expect(web.wholes.isEmpty)
    #expect(try web.studio.rows().map(\.error) == [nil, nil, nil])
  }

  @Test("Pictures take half of the memory for pictures at most: the first ones in the order of the plan")
  func memory() throws {
    // 1,047,054 bytes. 64 MiB are for pictures, and half of that has room for 32 of them.
    let bitmap = TestBMP(1000, 349, depth: 24) { x, y in 977 * x + 13 * y }.file
    let server = try TestServer { _ in .reply(200, [("ETag", "\"1\"")], body: bitmap) }
    let web = try WebStudio(server: server)
    let names = (10..<50).map { "/\($0).bmp" }
    try web.job("isolation: none\n" + Self.keys, names.map { server.url($0) })
    #expect(try web.upright("run", "--quiet", "--memory", "200MB", "job.yaml") == CommandRun(.exit(0)))
    #expect(web.wholes.sorted() == Array(names[32...]))
    #expect(server.requests.count == 48)
  }

  @Test("A run of several jobs keeps no picture")
  func severalJobs() throws {
    let web = try studio(["a.jpg": Picture().jpeg()])
    for name in ["one", "two"] {
      try web.job("\(Self.keys)output_root: \(name)", [web.server.url("/a.jpg")], name: name)
    }
    #expect(try web.upright("run", "--quiet", "one.yaml", "two.yaml") == CommandRun(.exit(0)))
    #expect(web.wholes == ["/a.jpg", "/a.jpg"])
  }

  @Test("A picture with damage for which libjpeg needs more memory is taken twice")
  func again() throws {
    let options = EncodeOptions.jpeg(quality: 90, progressive: true)
    let whole = try Picture(width: 1600, height: 1200, options: options).jpeg()
    let half = Array(whole[..<(whole.count / 2)])
    let server = try TestServer { _ in .reply(200, [("ETag", "\"1\"")], body: half) }
    let web = try WebStudio(server: server)
    try web.job(Self.keys + "decode: {on_corrupt: none}", [server.url("/p.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.studio.rows()[0].notes.map(\.code).contains("decoded_by_libjpeg"))
    #expect(server.requests.count == 1)
  }
}
