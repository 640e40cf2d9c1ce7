import Foundation
import TestSupport
import Testing

/// Runs that find their journal cut or damaged.
struct DamagedJournalTests {
  private static let path = "out/.upright/job/journal"

  private static func studio() throws -> Studio {
    let studio = try Studio(
      "isolation: none\noutput_root: out\noutputs: [{path: \"{stem}.jpg\", resize: \"8,\"}]")
    for index in 0..<3 { try studio.add(.tagged(1, seed: index), "photos/\(index).jpg") }
    #expect(try studio.upright("run", "--quiet", "--jobs", "1", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  @Test("Cut anywhere, the next run converges without a word")
  func cut() throws {
    let studio = try Self.studio()
    let whole = try studio.folder.read(Self.path)
    // All ends of lines, the bytes around them, and some in between.
    var places: Set<Int> = [0, 1, whole.count - 1]
    for end in whole.indices where whole[end] == UInt8(ascii: "\n") {
      places.formUnion([end, end + 1, end + 2])
    }
    for place in stride(from: 5, to: whole.count, by: 211) { places.insert(place) }
    for place in places.sorted() where place < whole.count {
      try studio.folder.write(whole[..<place], to: Self.path)
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)), "\(place)")
      let (again, files) = try studio.changes("run", "--quiet", "job.yaml")
      #expect(again == CommandRun(.exit(0)), "\(place)")
      #expect(files == [], "\(place)")
    }
    try studio.expectAsClean()
  }

  @Test("A damaged line ends what counts; that is told, and what stood behind is made again")
  func damaged() throws {
    let studio = try Self.studio()
    var bytes = try studio.folder.read(Self.path)
    let word = Array("\titem\tphotos/1.jpg\t".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: word) })
    bytes[place + 8] ^= 1
    // The checksum stands before it.
    let start = place - 8
    try studio.folder.write(bytes, to: Self.path)
    let warning =
      "job.yaml: warning: the journal '\(studio.folder.path(Self.path))' is damaged: its last "
      + "\(bytes.count - start) bytes don't count\n"
    try studio.expect(
      says: warning + "job: 2 of 3 outputs made from 3 images, 1 done before; "
        + "\(try studio.size("out/1.jpg", "out/2.jpg")); manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/1.jpg", "out/2.jpg"], by: "run", "--jobs", "1", "job.yaml")
    try studio.expectAsClean()
    try studio.expect(
      says: "job: 0 of 3 outputs made from 3 images, 3 done before; 0 B; manifest job.manifest.jsonl\n",
      files: [], by: "run", "job.yaml")
  }

  @Test("A journal of other things is begun anew, which is told, in --quiet runs too")
  func garbage() throws {
    let studio = try Self.studio()
    try studio.folder.write("this is\nno journal\n", to: Self.path)
    let warning =
      "job.yaml: warning: the journal '\(studio.folder.path(Self.path))' is damaged: its last 19 bytes don't count\n"
    try studio.expect(
      says: warning, files: ["job.manifest.jsonl", "out/0.jpg", "out/1.jpg", "out/2.jpg"],
      by: "run", "--quiet", "job.yaml")
    try studio.expectAsClean()
    try studio.expect(says: "", files: [], by: "run", "--quiet", "job.yaml")
  }

  @Test(
    "Something else in place of a journal is trouble of the system",
    arguments: ["mkdir", "mkfifo", "ln -s ../../0.jpg"])
  func noFile(_ command: String) throws {
    let studio = try Self.studio()
    try studio.must("rm \(Self.path) && \(command) \(Self.path)")
    let (run, files) = try studio.changes("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(74))
    #expect(
      run.stderr.hasPrefix("job.yaml: error: '\(studio.folder.path("out/.upright/job"))' can't be written: "))
    #expect(files == [])
  }
}
