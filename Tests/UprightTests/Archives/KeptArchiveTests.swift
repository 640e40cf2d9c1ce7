import Foundation
import TestSupport
import Testing

/// Indexes of archives that runs keep beside the state.
struct KeptArchiveTests {
  private static let settled = "job: 0 of 6 outputs made from 3 images, 6 done before"
  private static let folder = "out/.upright/job/archives"
  private static let good = CommandRun(.exit(0))

  /// The paths of the files in the folder of indexes.
  private func kept(_ studio: Studio, in folder: String = Self.folder) throws -> [String] {
    try studio.shell("ls -d \(folder)/*").stdout.split(separator: "\n").map(String.init)
  }

  @Test(
    "After a run only a run with '--verify' reads the archive's directory again",
    arguments: [ArchiveStudio.Kind.tar, .deflated, .sevenZip, .rar])
  func noScan(_ kind: ArchiveStudio.Kind) throws {
    let archive = try ArchiveStudio(kind)
    let studio = archive.studio
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    // The end record of the zip, or the first header of the others.
    let place = kind == .deflated ? try studio.folder.read(kind.name).count - 22 : 0
    try studio.overwrite(kind.name, at: place, count: 4)
    #expect(try studio.upright("run", "job.yaml").stderr.hasPrefix(Self.settled))
    let again = try studio.upright("plan", "--json", "job.yaml").stdout
    let names = again.matches(of: /"source":"[^"]*::([^"]*)"/)
    #expect(names.map(\.1) == ["img/b.jpg", "a.jpg", "img/deep/c.JPG"])
    let run = try studio.upright("run", "--verify", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(try studio.rows().map { $0.error?.code }.contains("archive_damaged"), "\(run.stderr)")
  }

  @Test("A file that is damaged, cut, somebody else's or a link doesn't count, and is made anew")
  func damage() throws {
    let studio = try ArchiveStudio(.tar).studio
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    let path = try #require(try kept(studio).first)
    #expect(try kept(studio).count == 1)
    let whole = try studio.folder.read(path)
    var flipped = whole
    flipped[whole.count / 2] ^= 1
    for bytes in [flipped, Array(whole.dropLast(40)), Array("dear diary".utf8)] {
      try studio.folder.write(bytes, to: path)
      // A run was killed while it wrote the file.
      try studio.folder.write("half", to: path + ".new")
      #expect(try studio.upright("run", "job.yaml").stderr.hasPrefix(Self.settled))
      #expect(try studio.folder.read(path) == whole)
      #expect(try kept(studio) == [path])
    }
    try studio.must("mv \(path) mine && ln -s \(studio.folder.path("mine")) \(path)")
    #expect(try studio.upright("run", "job.yaml").stderr.hasPrefix(Self.settled))
    try studio.must("test ! -L \(path) && cmp \(path) mine")
  }

  @Test("A changed archive is scanned again, and the index of one that the job lost is removed")
  func changes() throws {
    var archive = try ArchiveStudio(.tar)
    let studio = archive.studio
    try studio.must("cp set.tar other.tar")
    try studio.job(
      "sources: [{archive: '*.tar', members: a.jpg}]\noutput_root: out\noutputs: [{path: '{index}.png'}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    let first = try kept(studio)
    #expect(first.count == 2)
    try archive.change("a.jpg", try Picture.tagged(3, seed: 7).jpeg())
    try studio.must("rm other.tar")
    #expect(try studio.upright("run", "job.yaml").stderr.hasPrefix("job: 1 of 1 output made from 1 image"))
    #expect(try kept(studio).count == 1)
    #expect(try Set(kept(studio)).isSubset(of: first))
    #expect(try studio.upright("run", "job.yaml").stderr.hasPrefix("job: 0 of 1 output made from 1 image"))
    // Another limit may give other members.
    try studio.must("echo 'limits: {max_file: 600}' >>job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map { $0.error?.code } == ["max_file"])
  }

  @Test("plan and status write nothing, and a refused job leaves nothing")
  func readers() throws {
    let studio = try ArchiveStudio(.tar).studio
    try studio.folder.write("keep me", to: "notes.txt")
    try studio.must("sed 's/^sources/manifest: notes.txt\\n&/' job.yaml >refused.yaml")
    let commands = [
      (["plan", "job.yaml"], Int32(0)), (["status", "job.yaml"], 0), (["run", "refused.yaml"], 2),
      (["plan", "--out", "plan.jsonl", "refused.yaml"], 2),
    ]
    for (arguments, status) in commands {
      let before = try studio.shell("find . | sort").stdout
      #expect(try CommandRun.upright(arguments, in: studio.folder).ending == .exit(status))
      #expect(try studio.shell("find . | sort").stdout == before)
    }
  }

  @Test("A folder that can't be written costs a warning")
  func unwritable() throws {
    let studio = try ArchiveStudio(.tar).studio
    try studio.folder.write("", to: Self.folder)
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stderr:
            "job: warning: the indexes of archives can't be kept in '\(Self.folder)': Not a directory\n"))
  }

  @Test("With outputs in a bucket, indexes lie beside the job file, and `state` moves them")
  func elsewhere() throws {
    let outputs = try OutputStudio("", pictures: 0)
    let studio = outputs.studio
    var tar = TarBuilder()
    tar.add("a.jpg", try Picture().jpeg())
    tar.end()
    try studio.folder.write(tar.bytes, to: "set.tar")
    let keys = "sources: [{archive: set.tar}]\noutputs: [{path: '{stem}.png'}]\n"
    try studio.job(keys + "output_root: s3://photos/out")
    #expect(try outputs.upright("run", "--quiet", "job.yaml") == Self.good)
    #expect(try kept(studio, in: ".upright/job/archives").count == 1)
    try studio.job(keys + "output_root: out\nstate: far")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == Self.good)
    #expect(try kept(studio, in: "far/job/archives").count == 1)
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/a.png"])
  }
}

extension Studio {
  /// Writes bytes of FF over `count` bytes of a file. Its size, time and number stay.
  func overwrite(_ path: String, at offset: Int, count: Int) throws {
    try must("touch -r '\(path)' stamp")
    let file = try #require(FileHandle(forWritingAtPath: folder.path(path)))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(repeating: 0xFF, count: count))
    try file.close()
    try must("touch -r stamp '\(path)' && rm stamp")
  }
}
