import TestSupport
import Testing

/// `.upright`, where the state of runs lies.
struct StateFolderTests {
  @Test("What is in it after a run")
  func content() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      try studio.shell("cd out && find . | sort").stdout
        == """
        .
        ./.upright
        ./.upright/.gitignore
        ./.upright/job
        ./.upright/job/journal
        ./.upright/job/lock
        ./.upright/job/tmp
        ./a.jpg

        """)
    #expect(try studio.text("out/.upright/.gitignore") == "*\n")
    #expect(
      try studio.journal().map { $0.split(separator: "\t")[1] }
        == ["journal", "versions", "will", "item", "end"])
  }

  @Test("A .gitignore of the user's stays as it is")
  func ownIgnore() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("tmp\n", to: "out/.upright/.gitignore")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.text("out/.upright/.gitignore") == "tmp\n")
  }

  @Test("Nothing in it is ever a source, by any pattern")
  func noSource() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"made/{stem}.jpg\"}]\nexclude: [out/made/**, job.yaml]",
      sources:
        "[\"**/*\", {glob: \"out/.upright/job/*\", optional: true}, {glob: \"**/.*/*\", optional: true}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      #expect(try studio.rows().map(\.source) == ["photos/a.jpg"])
    }
  }

  @Test("What a killed run has left there is cleared away by the next one", arguments: ["1.tmp", "99.tmp"])
  func leftovers(_ name: String) throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("half", to: "out/.upright/job/tmp/\(name)")
    try studio.folder.write("half", to: "out/.upright/job/journal.new")
    try studio.folder.write("half", to: ".job.manifest.jsonl.upright-tmp")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test("A state that is gone is begun anew; outputs are made again")
  func gone() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("rm -r out/.upright")
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/a.jpg"])
    try studio.expectAsClean()
  }

  @Test("A link in place of it is not followed")
  func link() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.must("mkdir elsewhere")
    try studio.folder.link("out/.upright", to: "../elsewhere")
    let run = try studio.upright("run", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(74),
          stderr:
            "job.yaml: error: '\(studio.folder.path("out/.upright/job"))' can't be written: Not a directory\n"
        ))
    #expect(try studio.shell("ls -A elsewhere").stdout == "")
  }
}
