import Foundation
import TestSupport
import Testing

/// Jobs that keep whole files of URLs in a cache.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct WebCacheTests {
  private static let keys = "cache: {folder: kept, max: 1MB}\noutputs: [{path: '{name}.png'}]\noutput_root: "

  @Test("Another job takes the files from the cache, with the same outputs", arguments: ["none", "process"])
  func shared(isolation: String) throws {
    let web = try WebStudio()
    for folder in ["one", "two"] {
      try web.job("isolation: \(isolation)\n\(Self.keys)\(folder)", web.urls, name: folder)
      #expect(try web.upright("run", "--quiet", "\(folder).yaml") == CommandRun(.exit(0)))
    }
    // The others came whole with the header.
    #expect(web.wholes == ["/b.png"])
    for (name, file) in web.files {
      #expect(
        try web.studio.folder.read("one/\(name).png") == web.studio.folder.read("two/\(name).png"))
      let sum = try web.sha256(file)
      #expect(try web.studio.folder.read("kept/contents/\(sum.prefix(2))/\(sum)") == file)
    }
    #expect(
      try web.studio.rows("one.manifest.jsonl")
        == web.studio.rows("two.manifest.jsonl").map { row in
          var row = row
          row.output = row.output?.replacingOccurrences(of: "two/", with: "one/")
          return row
        })
  }

  @Test("A damaged file of the cache is fetched again, and replaced")
  func damaged() throws {
    let web = try WebStudio()
    try web.job(Self.keys + "out", web.urls)
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let jpeg = try #require(web.files["a.jpg"])
    let sum = try web.sha256(jpeg)
    let place = "kept/contents/\(sum.prefix(2))/\(sum)"
    var wrong = jpeg
    wrong[jpeg.count / 2] ^= 1
    try web.studio.folder.write(wrong, to: place)
    let right = try web.studio.folder.read("out/a.jpg.png")
    #expect(try web.upright("run", "--quiet", "--force", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.studio.folder.read("out/a.jpg.png") == right)
    #expect(try web.studio.folder.read(place) == jpeg)
    #expect(web.wholes == ["/b.png", "/a.jpg"])
  }

  @Test("Another version isn't taken from the cache, and --verify asks the server")
  func versions() throws {
    let pictures = [1, 2].map { WebStudio.large(seed: $0) }
    let now = Served(0)
    let server = try TestServer { request in
      .file(pictures[now.value % 2], etag: "\"\(now.value % 2)\"", to: request)
    }
    let web = try WebStudio(server: server)
    try web.job(Self.keys + "out", [server.url("/a.jpg")])
    var outputs: [[UInt8]] = []
    for version in 0..<3 {
      now.value = version
      #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      outputs.append(try web.studio.folder.read("out/a.jpg.png"))
    }
    #expect(outputs[0] != outputs[1])
    #expect(outputs[0] == outputs[2])
    // The third run took the first version from the cache.
    #expect(web.wholes.count == 2)
    #expect(try web.upright("run", "--quiet", "--verify", "job.yaml") == CommandRun(.exit(0)))
    #expect(web.wholes.count == 3)
  }

  @Test("A file that comes whole for the plan isn't fetched again for the run")
  func withoutRanges() throws {
    let picture = try Picture().jpeg()
    let server = try TestServer { _ in .reply(200, body: picture) }
    let web = try WebStudio(server: server)
    try web.job(Self.keys + "out", [server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(server.requests.count == 1)
  }

  @Test("The cache keeps to its bytes, and removes the files that were used longest ago")
  func bounded() throws {
    let pictures = try (0..<9).map { try Picture(seed: $0).jpeg() }
    let server = try TestServer { request in
      .file(pictures[Int(request.target.dropFirst(2)) ?? 0], to: request)
    }
    let web = try WebStudio(server: server)
    // Room for three of nine files.
    let most = pictures.map(\.count).max().map { 3 * $0 + 5 } ?? 0
    for number in 0..<9 {
      try web.job(
        "cache: {folder: kept, max: \(most)}\noutputs: [{path: '{name}.png'}]", [server.url("/p\(number)")])
      #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    }
    let kept = web.studio.folder.files().filter { $0.hasPrefix("kept/contents/") }.map {
      String($0.suffix(64))
    }
    #expect(Set(kept) == Set(try pictures[6...].map { try web.sha256($0) }))
  }

  @Test("A folder that can't be written costs fetches, and no output")
  func unwritable() throws {
    let web = try WebStudio()
    try web.studio.folder.write("no folder", to: "kept")
    try web.job(Self.keys + "out", web.urls)
    let warning = "job: warning: the cache 'kept' can't be written: Not a directory\n"
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0), stderr: warning))
    #expect(web.wholes == ["/b.png"])
  }
}
