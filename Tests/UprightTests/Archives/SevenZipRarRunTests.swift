import Foundation
import TestSupport
import Testing

/// Jobs whose sources are members of 7z and RAR archives.
struct SevenZipRarRunTests {
  private func job(_ studio: Studio, _ archive: String) throws {
    try studio.job("sources: [{archive: \(archive)}]\noutput_root: out\noutputs: [{path: '{stem}.png'}]")
  }

  @Test("Members of a 7z give their outputs, and one with a wrong CRC-32 fails")
  func sevenZip() throws {
    let studio = try Studio()
    var files = [
      SevenZipBuilder.File("img/a.jpg", try Picture.tagged(6).jpeg()),
      SevenZipBuilder.File("b.jpg", try Picture.tagged(3).jpeg()),
    ]
    files[1].sum = 1
    try studio.folder.write(SevenZipBuilder(files, isSolid: true).bytes, to: "set.7Z")
    try job(studio, "set.7Z")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set.7Z::b.jpg", "set.7Z::img/a.jpg"])
    #expect(rows.map { $0.error?.code } == ["archive_damaged", nil])
    #expect(rows[0].error?.message == "has another CRC-32 than the archive says")
    // Tag 6 turns a picture of 64 x 48.
    #expect(rows[1].output_size == [48, 64])
  }

  @Test(
    "Members of a RAR give their outputs, and a second run makes nothing",
    arguments: RarBuilder.Version.allCases)
  func rar(_ version: RarBuilder.Version) throws {
    let studio = try Studio()
    let picture = try Picture.tagged(6).jpeg()
    var rar = RarBuilder(version)
    rar.add("img/é.jpg", picture)
    rar.add("notes.txt", Array("no picture".utf8))
    rar.end()
    try studio.folder.write(rar.bytes, to: "set.rar")
    try studio.folder.write(picture, to: "a.jpg")
    try job(studio, "set.rar")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set.rar::img/é.jpg"])
    #expect(rows[0].source_sha256 == (try studio.sha256("a.jpg")))
    #expect(rows[0].output_size == [48, 64])
    let again = try studio.upright("run", "job.yaml")
    #expect(again.stderr.hasPrefix("job: 0 of 1 output made"), "\(again.stderr)")
  }
}
