import Foundation
import Imaging
import TestSupport
import Testing

/// Pictures that their server encodes once more, though nobody asked it to.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct WebEncodingTests {
  /// Pictures, the last of which has 2 MB and becomes a small part of them.
  private let files: [String: [UInt8]]

  init() throws {
    files = [
      "a.jpg": try Picture.tagged(6).jpeg(), "b.bmp": WebStudio.large(),
      "c.bmp": TestBMP(1000, 700, depth: 24) { x, _ in x }.file,
    ]
  }

  /// A studio with the pictures on disk too, and a server that gives `encoded` for each picture.
  private func studio(
    _ encoding: String, _ encode: ([UInt8]) throws -> [UInt8]
  ) throws -> WebStudio {
    let encoded = try files.mapValues(encode)
    let web = try WebStudio(
      server: TestServer { request in
        encoded[String(request.target.dropFirst())].map {
          .reply(200, [("ETag", "\"1\""), ("Content-Encoding", encoding)], body: $0)
        } ?? .reply(404)
      })
    for (name, file) in files { try web.studio.folder.write(file, to: "photos/" + name) }
    for (folder, prefix) in [("files", "photos"), ("web", web.server.url(""))] {
      try web.job(
        "output_root: \(folder)\noutputs: [{path: '{name}.png'}]",
        files.keys.sorted().map { "\(prefix)/\($0)" },
        name: folder)
    }
    #expect(try web.upright("run", "--quiet", "files.yaml") == CommandRun(.exit(0)))
    return web
  }

  private func expectSame(_ web: WebStudio) throws {
    for name in files.keys {
      #expect(try web.studio.folder.read("web/\(name).png") == web.studio.folder.read("files/\(name).png"))
    }
    var rows = try web.studio.rows("files.manifest.jsonl")
    for index in rows.indices {
      rows[index].source = rows[index].source.replacingOccurrences(of: "photos", with: web.server.url(""))
    }
    #expect(try web.studio.rows("web.manifest.jsonl") == rows)
  }

  @Test("Outputs and manifest are those of the same files on disk")
  func sameAsFiles() throws {
    let web = try studio("gzip", GzipProgram.compressed)
    #expect(try web.upright("run", "--quiet", "web.yaml") == CommandRun(.exit(0)))
    try expectSame(web)
    // The picture of 2 MB is fetched again, when there is room for it.
    #expect(web.server.requests.map(\.target).sorted() == ["/a.jpg", "/b.bmp", "/c.bmp", "/c.bmp"])
    let again = try web.upright("run", "web.yaml")
    #expect(again.ending == .exit(0))
    #expect(again.stderr.contains("3 done before"), "\(again.stderr)")
  }

  @Test("A run of a plan in a file fetches and decodes the pictures again")
  func frozenPlan() throws {
    let web = try studio("deflate", TestPNG.stored)
    #expect(try web.upright("plan", "--out", "p.plan", "web.yaml").ending == .exit(0))
    #expect(try web.upright("run", "--quiet", "--plan", "p.plan").ending == .exit(0))
    for name in files.keys {
      #expect(try web.studio.folder.read("web/\(name).png") == web.studio.folder.read("files/\(name).png"))
    }
    for name in files.keys { #expect(web.server.requests.filter { $0.target == "/\(name)" }.count > 1) }
  }

  @Test("The cache keeps the decoded file")
  func cache() throws {
    let web = try studio("gzip", GzipProgram.compressed)
    try web.job(
      "cache: {folder: cache}\noutput_root: web\noutputs: [{path: '{name}.png'}]",
      files.keys.sorted().map { web.server.url("/\($0)") }, name: "web")
    #expect(try web.upright("run", "--quiet", "web.yaml") == CommandRun(.exit(0)))
    try expectSame(web)
    let kept = try web.studio.contents(besides: []).keys.filter { $0.hasPrefix("cache/") }
    for file in files.values {
      let sum = try web.sha256(file)
      #expect(kept.contains { $0.replacingOccurrences(of: "/", with: "").contains(sum) }, "\(kept)")
    }
  }

  @Test("A picture that becomes larger than limits.max_file fails, and the others are made")
  func bomb() throws {
    let web = try studio("gzip", GzipProgram.compressed)
    try web.job(
      "limits: {max_file: 1MiB}\noutput_root: web\noutputs: [{path: '{name}.png'}]",
      files.keys.sorted().map { web.server.url("/\($0)") }, name: "web")
    #expect(try web.upright("run", "--quiet", "web.yaml").ending == .exit(1))
    #expect(try web.studio.rows("web.manifest.jsonl").map(\.error?.code) == [nil, nil, "max_file"])
  }
}
