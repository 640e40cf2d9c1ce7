import Foundation
import TestSupport
import Testing

/// The export `zip`, as Python and Info-ZIP read it.
struct ZipExportTests {
  /// Prints the members of a zip: name, flags, method, mode, time and SHA-256.
  private static let script = """
    import hashlib, sys, zipfile
    for name in sys.argv[1:]:
        with zipfile.ZipFile(name) as z:
            for i in z.infolist():
                print(i.filename, i.flag_bits, i.compress_type, oct(i.external_attr >> 16), i.date_time[:3], hashlib.sha256(z.read(i)).hexdigest())
    """

  private static func studio(_ export: String, _ stems: [String] = ["b", "a/ä", "Z", "c"]) throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{dir}/{stem}.png", resize: {width: 9}}]
      exports: [{format: zip, \(export)}]
      """, sources: #"["photos/**/*.jpg"]"#)
    for (number, stem) in stems.enumerated() {
      try studio.add(.tagged(1, seed: number), "photos/\(stem).jpg")
    }
    return studio
  }

  private func run(_ studio: Studio) throws {
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  private func zips(_ studio: Studio) -> [String] {
    studio.folder.files().filter { $0.hasSuffix(".zip") }.sorted()
  }

  @Test(
    "Members are the outputs, stored under their paths, in the order of the paths",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 isn't installed"))
  func members() throws {
    let studio = try Self.studio("path: set.zip")
    try run(studio)
    let listed = try CommandRun.run(
      "/usr/bin/python3", ["-c", Self.script, "out/set.zip"], in: studio.folder.path,
      environment: ["PYTHONUTF8": "1"])
    let expected = try ["Z.png", "a/ä.png", "b.png", "c.png"].map {
      "\($0) 2048 0 0o100644 (1980, 1, 1) \(try studio.sha256("out/\($0)"))\n"
    }
    #expect(listed.stdout == expected.joined(), "\(listed.stderr)")
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip") {
      let test = try CommandRun.run("/usr/bin/unzip", ["-tq", "out/set.zip"], in: studio.folder.path)
      #expect(test.ending == .exit(0), "\(test)")
    }
    // Upright takes them as sources.
    let job = "sources: [{archive: out/set.zip}]\noutputs: [{path: 'again/{dir}/{stem}.png'}]"
    try studio.job(job, "again.yaml")
    let again = try studio.upright("run", "again.yaml")
    #expect(again.stderr.contains("4 of 4 outputs made"), "\(again.stderr)")
  }

  @Test("Shards have the same bytes each time, and those of a frozen plan too")
  func shards() throws {
    let studio = try Self.studio("path: \"z-{shard}.zip\", max_count: 2")
    try run(studio)
    #expect(zips(studio) == ["out/z-000000.zip", "out/z-000001.zip"])
    let first = try zips(studio).map { try studio.folder.read($0) }
    try studio.forget()
    #expect(try studio.upright("plan", "--out", "plan.jsonl", "job.yaml").ending == .exit(0))
    #expect(try studio.upright("run", "--quiet", "--plan", "plan.jsonl") == CommandRun(.exit(0)))
    // The shard of the plan wrote the zips.
    #expect(try zips(studio).map { try studio.folder.read($0) } == first)
    #expect(try studio.upright("merge", "--quiet", "--plan", "plan.jsonl") == CommandRun(.exit(0)))
    #expect(try zips(studio).map { try studio.folder.read($0) } == first)
  }

  @Test("A shard has no more bytes than max_size, and shards beyond the last are taken away")
  func sizes() throws {
    let studio = try Self.studio("path: \"{shard}.zip\", max_size: 100")
    try run(studio)
    #expect(zips(studio).count == 4)
    let sizes = try ["Z", "a/ä", "b", "c"].map { try studio.folder.read("out/\($0).png").count }
    // Room for the numbers of zip64 is set aside: less than 100 bytes for a member and at the end.
    let most = try zips(studio).prefix(2).reduce(300) { $0 + (try studio.folder.read($1).count) }
    let job = try studio.text("job.yaml").replacingOccurrences(of: "max_size: 100", with: "max_size: \(most)")
    try studio.folder.write(job, to: "job.yaml")
    try run(studio)
    #expect(zips(studio).count < 4)
    for zip in zips(studio) { #expect(try studio.folder.read(zip).count <= most) }
    #expect(try zips(studio).reduce(0) { $0 + (try studio.folder.read($1).count) } > sizes.reduce(0, +))
  }
}
