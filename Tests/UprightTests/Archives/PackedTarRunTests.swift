import Foundation
import TestSupport
import Testing

/// Jobs whose sources are members of compressed tars.
struct PackedTarRunTests {
  /// A program that compresses, its option for the standard output, and a name of a tar that it compressed.
  struct Packer: CustomTestStringConvertible {
    let program: String
    let name: String

    static let all = [
      Packer(program: "gzip", name: "set.tar.gz"), Packer(program: "gzip", name: "set.TGZ"),
      Packer(program: "bzip2", name: "set.tar.bz2"), Packer(program: "xz", name: "set.txz"),
      Packer(program: "zstd", name: "set.tar.zst"),
    ].filter { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0.program)") }

    var testDescription: String { name }
  }

  @Test("Members of compressed tars give the outputs of the plain tar", arguments: Packer.all)
  func outputs(_ packer: Packer) throws {
    let studio = try ArchiveStudio(.tar)
    #expect(try studio.studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let expected = try studio.files("out")
    _ = try studio.studio.shell(
      "\(packer.program) -c set.tar > packed && rm -r set.tar out && mv packed \(packer.name)")
    try studio.studio.job(
      "sources: [{archive: \(packer.name)}]\noutput_root: out\n\(ArchiveStudio.outputs)", "job.yaml")
    let run = try studio.studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(try studio.files("out") == expected)
    let again = try studio.studio.upright("run", "job.yaml")
    #expect(again.stderr.hasPrefix("job: 0 of 6 outputs made"), "\(again.stderr)")
  }

  @Test("A cut gzip gives the members before the cut, and a row that names the place")
  func cut() throws {
    let studio = try Studio()
    var tar = TarBuilder()
    tar.add("a.jpg", try Picture.tagged(6).jpeg())
    // Random bytes take as much room when they are compressed.
    var random = SplitMix64(seed: 1)
    tar.add("b.jpg", (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    tar.end()
    let packed = try GzipProgram.compressed(tar.bytes)
    try studio.folder.write(Array(packed.prefix(packed.count - 20_000)), to: "set.tar.gz")
    try studio.job("sources: [{archive: set.tar.gz}]\noutputs: [{path: 'out/{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set.tar.gz", "set.tar.gz::a.jpg"])
    #expect(rows.map { $0.error?.code } == ["archive_damaged", nil])
    #expect(rows[0].error?.message.contains("byte \(packed.count - 20_000)") == true, "\(rows[0])")
  }

  @Test("A gzip whose checksum is wrong gives a failed row, although its tar is whole")
  func wrongSum() throws {
    let studio = try Studio()
    var tar = TarBuilder()
    tar.add("a.jpg", try Picture().jpeg())
    tar.end()
    var packed = try GzipProgram.compressed(tar.bytes)
    packed[packed.count - 8] ^= 1
    try studio.folder.write(packed, to: "set.tgz")
    try studio.job("sources: [{archive: set.tgz}]\noutputs: [{path: 'out/{stem}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.source) == ["set.tgz", "set.tgz::a.jpg"])
    #expect(try studio.rows().map { $0.error?.code } == ["archive_damaged", nil])
  }
}
