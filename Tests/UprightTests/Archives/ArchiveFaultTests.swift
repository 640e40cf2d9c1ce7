import Foundation
import TestSupport
import Testing

/// Archives and members with faults.
struct ArchiveFaultTests {
  @Test("A cut tar gives its whole members, and a row that names the place")
  func cut() throws {
    let studio = try Studio()
    var tar = TarBuilder()
    tar.add("a.jpg", try Picture.tagged(6).jpeg())
    let whole = tar.bytes.count
    tar.add("b.jpg", try Picture().jpeg())
    try studio.folder.write(Array(tar.bytes.prefix(whole + 700)), to: "set.tar")
    try studio.job("sources: [{archive: set.tar}]\noutputs: [{path: 'out/{stem}.png'}]")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set.tar", "set.tar::a.jpg"])
    #expect(rows.map(\.status) == ["failed", "ok"])
    let error = try #require(rows[0].error)
    #expect(error.code == "archive_damaged")
    #expect(error.message.hasPrefix("the archive is cut: it ends at byte \(whole + 700)"), "\(error.message)")
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/a.png"])
  }

  @Test("A member with a wrong CRC-32 fails, and the others are made", arguments: [true, false])
  func wrongSum(deflated: Bool) throws {
    let studio = try Studio()
    let entries = [
      try ZipBuilder.Entry(file: "a.jpg", try Picture().jpeg(), deflated: deflated, sum: 1),
      try ZipBuilder.Entry(file: "b.jpg", try Picture().jpeg(), deflated: deflated),
    ]
    try studio.folder.write(ZipBuilder(entries).bytes, to: "set.zip")
    try studio.job("sources: [{archive: set.zip}]\noutputs: [{path: 'out/{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set.zip::a.jpg", "set.zip::b.jpg"])
    #expect(rows.map { $0.error?.code } == ["archive_damaged", nil])
    #expect(rows[0].error?.message == "has another CRC-32 than the archive says")
  }

  @Test("A member that zstd packed gives its outputs, and one with a wrong CRC-32 or a large window fails")
  func zstd() throws {
    let studio = try Studio()
    let picture = try Picture.tagged(6).jpeg()
    let entries = [
      ZipBuilder.Entry(zstd: "a.jpg", picture), ZipBuilder.Entry(zstd: "b.jpg", picture, sum: 1),
      // A window of 256 MiB.
      ZipBuilder.Entry(zstd: "c.jpg", picture, window: 18 << 3),
      try ZipBuilder.Entry(file: "d.jpg", picture),
    ]
    try studio.folder.write(ZipBuilder(entries).bytes, to: "set.zip")
    try studio.job("sources: [{archive: set.zip}]\noutputs: [{path: 'out/{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["a", "b", "c", "d"].map { "set.zip::\($0).jpg" })
    #expect(rows.map { $0.error?.code } == [nil, "archive_damaged", "member_unsupported", nil])
    #expect(rows[1].error?.message == "has another CRC-32 than the archive says")
    #expect(rows[2].error?.message == "can't be unpacked with 128 MiB of memory")
    #expect(try studio.folder.read("out/a.png") == studio.folder.read("out/d.png"))
  }

  @Test("A link fails, and a member that climbs is passed over")
  func kinds() throws {
    let studio = try Studio()
    var tar = TarBuilder()
    tar.add("a.jpg", try Picture().jpeg())
    var link = TarBuilder.Fields()
    link.type = "2"
    tar.add("b.jpg", [], link)
    tar.add("../c.jpg", try Picture().jpeg())
    tar.end()
    try studio.folder.write(tar.bytes, to: "set.tar")
    try studio.job("sources: [{archive: set.tar}]\noutputs: [{path: 'out/{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.source) == ["set.tar::a.jpg", "set.tar::b.jpg"])
    #expect(try studio.rows().map { $0.error?.code } == [nil, "member_unsupported"])
  }

  @Test(
    "A run with '--prune' keeps the outputs of an archive that is damaged now, and removes those of lost members"
  )
  func prune() throws {
    let studio = try Studio()
    var tar = TarBuilder()
    for name in ["a.jpg", "b.jpg"] { tar.add(name, try Picture().jpeg()) }
    let cut = tar.bytes.count - 600
    tar.end()
    try studio.folder.write(tar.bytes, to: "set.tar")
    try studio.job("sources: [{archive: set.tar}]\noutput_root: out\noutputs: [{path: '{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.folder.write(Array(tar.bytes.prefix(cut)), to: "set.tar")
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml").ending == .exit(1))
    let pictures = { studio.folder.files().filter { $0.hasSuffix(".png") } }
    #expect(pictures() == ["out/a.png", "out/b.png"])
    var small = TarBuilder()
    small.add("a.jpg", try Picture().jpeg())
    small.end()
    try studio.folder.write(small.bytes, to: "set.tar")
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml").ending == .exit(0))
    #expect(pictures() == ["out/a.png"])
  }

  @Test("Of members with one name the first counts, and a failed row names them")
  func repeated() throws {
    let studio = try Studio()
    var tar = TarBuilder()
    for orientation in [UInt8(6), 3] { tar.add("a.jpg", try Picture.tagged(orientation).jpeg()) }
    tar.end()
    try studio.folder.write(tar.bytes, to: "set.tar")
    try studio.job("sources: [{archive: set.tar}]\noutputs: [{path: 'out/{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set.tar", "set.tar::a.jpg"])
    #expect(
      rows[0].error?.message == "the archive has several members called 'a.jpg': the first one counts")
    // Tag 6 turns a picture of 64 x 48.
    #expect(rows[1].output_size == [48, 64])
  }
}
