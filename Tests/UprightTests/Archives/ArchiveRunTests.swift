import Foundation
import TestSupport
import Testing

/// Jobs whose sources are members of archives.
struct ArchiveRunTests {
  @Test("Members give the outputs that the unpacked files give", arguments: ArchiveStudio.Kind.direct)
  func outputs(_ kind: ArchiveStudio.Kind) throws {
    let studio = try ArchiveStudio(kind)
    let run = try studio.studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(run.stderr.hasPrefix("job: 6 of 6 outputs made from 3 images"), "\(run.stderr)")
    #expect(try studio.studio.upright("run", "--quiet", "unpacked.yaml") == CommandRun(.exit(0)))
    let files = try studio.files("out")
    #expect(files.count == 6)
    #expect(files == (try studio.files("unpacked")))
  }

  @Test(
    "Rows name the members, and items stand in the archive's order", arguments: ArchiveStudio.Kind.direct)
  func rows(_ kind: ArchiveStudio.Kind) throws {
    let studio = try ArchiveStudio(kind)
    _ = try studio.studio.upright("run", "--quiet", "job.yaml")
    let plan = try studio.studio.upright("plan", "--json", "job.yaml").stdout
    #expect(
      plan.matches(of: /"index":(\d),"source":"[^"]*::([^"]*)"/).map { "\($0.1) \($0.2)" }
        == ["1 img/b.jpg", "2 a.jpg", "3 img/deep/c.JPG"])
    let rows = try studio.studio.rows()
    #expect(rows.map(\.id) == ["a", "a", "b", "b", "c", "c"])
    for row in rows {
      let name = row.source.dropFirst("\(kind.name)::".count)
      #expect(row.source_sha256 == (try studio.studio.sha256("photos/\(name)")))
    }
  }

  @Test(
    "A second run makes nothing, and after a change it makes the changed member only",
    arguments: ArchiveStudio.Kind.direct)
  func again(_ kind: ArchiveStudio.Kind) throws {
    var studio = try ArchiveStudio(kind)
    _ = try studio.studio.upright("run", "--quiet", "job.yaml")
    let second = try studio.studio.upright("run", "job.yaml")
    #expect(
      second.stderr.hasPrefix("job: 0 of 6 outputs made from 3 images, 6 done before"), "\(second.stderr)")
    try studio.change("a.jpg", try Picture.tagged(3, seed: 7).jpeg())
    let third = try studio.studio.upright("run", "job.yaml")
    #expect(
      third.stderr.hasPrefix("job: 2 of 6 outputs made from 3 images, 4 done before"), "\(third.stderr)")
    let fourth = try studio.studio.upright("run", "job.yaml")
    #expect(
      fourth.stderr.hasPrefix("job: 0 of 6 outputs made from 3 images, 6 done before"), "\(fourth.stderr)")
  }
}
