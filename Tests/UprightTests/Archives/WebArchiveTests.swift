import Foundation
import TestSupport
import Testing

/// Jobs whose sources are members of archives on a web server.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl isn't installed"))
struct WebArchiveTests {
  private static func archives() throws -> [String: [UInt8]] {
    let members = try WebArchiveStudio.members()
    let tar = WebArchiveStudio.tar(members)
    return [
      "set.tar": tar, "stored.zip": try WebArchiveStudio.zip(members, deflated: false),
      "deflated.zip": try WebArchiveStudio.zip(members, deflated: true),
      "set.tar.gz": try GzipProgram.compressed(tar), "set.7z": WebArchiveStudio.sevenZip(members),
      "set.rar": WebArchiveStudio.rar(members),
    ]
  }

  @Test("Archives of a server give the outputs and rows of the same files")
  func outputs() throws {
    let studio = try WebArchiveStudio(try Self.archives())
    let names = try Self.archives().keys.sorted()
    let keys = "outputs: [{path: '{index}-{stem}.jpg', resize: {width: 20}}]"
    func sources(_ prefix: String) -> String {
      "[" + names.map { "{archive: '\(prefix)\($0)'}" }.joined(separator: ", ") + "]"
    }
    try studio.job(sources(""), keys, name: "local")
    try studio.job(sources(studio.server.url()), keys, name: "web")
    #expect(try studio.upright("run", "--quiet", "local.yaml") == CommandRun(.exit(0)))
    let run = try studio.upright("run", "web.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(run.stderr.hasPrefix("web: 18 of 18 outputs made from 18 images"), "\(run.stderr)")
    #expect(run.stderr.contains("\(studio.server.requests.count) requests"), "\(run.stderr)")
    #expect(try studio.made("web").count == 18)
    #expect(try studio.made("web") == studio.made("local"))
    #expect(try studio.rows("web", without: studio.server.url()) == studio.rows("local"))
    #expect(!studio.server.requests.contains { $0.header("range") == nil })
  }

  @Test("The plan and the run of a tar with 200 small pictures take a handful of requests")
  func requests() throws {
    let picture = try Picture.tagged(6).jpeg()
    let tar = WebArchiveStudio.tar((0..<200).map { ("p\($0).jpg", picture) })
    let studio = try WebArchiveStudio(["set.tar": tar])
    try studio.job("[{archive: '\(studio.server.url("/set.tar"))'}]")
    let plan = try studio.upright("plan", "--json", "job.yaml")
    #expect(plan.ending == .exit(0), "\(plan.stderr)")
    #expect(plan.stdout.matches(of: /"source":/).count == 200)
    // Each request asks for twice as many bytes as the one before it, from 64 KiB on.
    #expect(studio.server.requests.count <= 6)
    #expect(studio.asked() <= tar.count + (64 << 10))
  }

  @Test("Large members are skipped, and those that are pictures are read by one request each")
  func large() throws {
    let filler = [UInt8](repeating: 0, count: 3 << 20)
    // Bytes behind the end of a JPEG don't count.
    let large = try Picture().jpeg() + filler.prefix(5 << 18)
    let tar = WebArchiveStudio.tar(
      [("x.bin", filler), ("a.jpg", try Picture().jpeg()), ("y.bin", filler), ("b.jpg", large)])
    let studio = try WebArchiveStudio(["set.tar": tar])
    try studio.job("[{archive: '\(studio.server.url("/set.tar"))'}]")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run == CommandRun(.exit(0)), "\(run.stderr)")
    let offset = tar.count - 1024 - (large.count + 511) / 512 * 512
    let range = "bytes=\(offset)-\(offset + large.count - 1)"
    #expect(studio.server.requests.count { $0.header("range") == range } == 1)
    #expect(studio.asked() < large.count + 512 << 10)
  }

  @Test("A second run makes nothing, and after a change it makes the changed member only")
  func again() throws {
    var members = try WebArchiveStudio.members()
    let studio = try WebArchiveStudio(["set.tar": WebArchiveStudio.tar(members)])
    try studio.job("[{archive: '\(studio.server.url("/set.tar"))'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let second = try studio.upright("run", "job.yaml")
    #expect(second.stderr.hasPrefix("job: 0 of 6 outputs made from 3 images, 6 done before"), "\(second)")
    members[1].1 = try Picture.tagged(3, seed: 7).jpeg()
    studio.change("set.tar", WebArchiveStudio.tar(members))
    let third = try studio.upright("run", "job.yaml")
    #expect(third.stderr.hasPrefix("job: 2 of 6 outputs made from 3 images, 4 done before"), "\(third)")
  }
}
