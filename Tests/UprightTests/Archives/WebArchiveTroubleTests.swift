import Foundation
import TestSupport
import Testing

/// Archives of a web server that can't be read as they should.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl isn't installed"))
struct WebArchiveTroubleTests {
  private static func tar() throws -> [UInt8] { WebArchiveStudio.tar(try WebArchiveStudio.members()) }

  @Test("Members of an archive that changed since the plan fail, and those of another archive are made")
  func changed() throws {
    let other = WebArchiveStudio.tar([("other.jpg", try Picture().jpeg())])
    let studio = try WebArchiveStudio(["set.tar": try Self.tar(), "other.tar": other])
    try studio.job(
      "[{archive: '\(studio.server.url("/set.tar"))'}, {archive: '\(studio.server.url("/other.tar"))'}]")
    #expect(try studio.upright("plan", "--out", "job.plan", "job.yaml").ending == .exit(0))
    studio.change("set.tar", try Self.tar() + [0])
    let run = try studio.upright("run", "--plan", "job.plan")
    #expect(run.ending == .exit(1), "\(run.stderr)")
    #expect(try studio.upright("merge", "--plan", "job.plan").ending == .exit(1))
    let rows = try studio.rows("job", without: studio.server.url("/"))
    #expect(rows.count == 8)
    for row in rows {
      #expect(row.error?.code == (row.source == "other.tar::other.jpg" ? nil : "source_changed"), "\(row)")
    }
  }

  @Test("An archive that can't be read is a failed row, and all members in front of a cut are made")
  func troubles() throws {
    let whole = try Self.tar()
    let studio = try WebArchiveStudio([
      "cut.tar": Array(whole.prefix(whole.count - 2048)), "lies.tar": whole, "whole.tar": whole,
      "moves.tar": WebArchiveStudio.tar([("x", [UInt8](repeating: 0, count: 128 << 10)), ("b.jpg", [])]),
    ]) { request, bytes in
      switch request.target {
      case "/lies.tar":
        .reply(
          206, [("ETag", "\"1\""), ("Content-Range", "bytes 512-1023/\(bytes.count)")],
          body: Array(bytes[512..<1024]))
      // The first range is of a version that is gone then.
      case "/moves.tar": request.header("if-match") == nil ? .file(bytes, to: request) : .reply(412)
      case "/whole.tar": .reply(200, [("ETag", "\"1\"")], body: bytes)
      default: .file(bytes, to: request)
      }
    }
    let keys = "outputs: [{path: '{stem}.png', resize: {width: 9}}]"
    let names = ["cut.tar", "lies.tar", "moves.tar", "none.tar", "whole.tar"]
    let sources = names.map { "{archive: '\(studio.server.url("/\($0)"))'}" }.joined(separator: ", ")
    try studio.job("[\(sources)]", keys, name: "web")
    try studio.job("[{archive: cut.tar}]", keys, name: "local")
    #expect(try studio.upright("run", "--quiet", "local.yaml").ending == .exit(1))
    #expect(try studio.upright("run", "--quiet", "web.yaml").ending == .exit(1))
    let rows = try studio.rows("web", without: studio.server.url("/"))
    #expect(Array(rows.prefix(3)) == (try studio.rows("local")))
    #expect(rows.prefix(3).map { $0.error?.code } == ["archive_damaged", nil, nil])
    #expect(rows.dropFirst(3).map(\.source) == Array(names.dropFirst()))
    #expect(
      rows.dropFirst(3).map { $0.error?.code } == ["no_ranges", "source_changed", "http_404", "no_ranges"])
    #expect(rows.last?.error?.message.contains("name a folder with enough room by 'cache'") == true)
  }

  @Test("Without ranges, an archive is fetched into the cache once")
  func noRanges() throws {
    let studio = try WebArchiveStudio(["set.tar": try Self.tar()]) { _, bytes in
      .reply(200, [("ETag", ServedFiles.tag(bytes))], body: bytes)
    }
    let sources = "[{archive: '\(studio.server.url("/set.tar"))'}]"
    try studio.job(sources, WebArchiveStudio.outputs + "\ncache: {folder: kept}")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.made("job").count == 6)
    let count = studio.server.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.server.requests.count == count + 1)
  }

  @Test("Texts show no secret of an archive's URL, and a plan in a file is refused")
  func secrets() throws {
    let studio = try WebArchiveStudio(["set.tar": try Self.tar()])
    try studio.job("[{archive: '\(studio.server.url("/set.tar?X-Amz-Signature=SECRET"))'}]")
    let frozen = try studio.upright("plan", "--out", "job.plan", "job.yaml")
    #expect(frozen.ending == .exit(2))
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(!(run.stderr + run.stdout + frozen.stderr + frozen.stdout).contains("SECRET"))
    #expect(studio.server.requests.allSatisfy { $0.target.hasSuffix("=SECRET") })
    let sources = try studio.rows("job").map(\.source)
    #expect(Set(sources.map { $0.prefix { $0 != ":" } }) == ["http"])
    #expect(sources.first == studio.server.url("/set.tar::a.jpg"))
  }
}
