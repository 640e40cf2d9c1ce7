import Foundation
import TestSupport
import Testing

/// `--prune`: outputs that the job made and makes no more.
struct PruneTests {
  private static func studio(sources: String = "[\"photos/*.jpg\"]", _ keys: String = "") throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"l/{stem}.jpg\"}, {path: \"s/deep/{stem}.jpg\", resize: \"9,\"}]\n\(keys)",
      sources: sources)
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  private static let dropSmall = "sed -i 's/, {path: .s.*}]/]/' job.yaml"

  @Test("An output that the job has no more, and its folders that are empty then")
  func dropped() throws {
    let studio = try Self.studio()
    try studio.must(Self.dropSmall)
    try studio.expect(
      says:
        "job: 0 of 2 outputs made from 2 images, 2 done before, 2 pruned; 0 B; manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/s/deep/a.jpg", "out/s/deep/b.jpg"], by: "run", "--prune", "job.yaml")
    #expect(
      try studio.shell("find out -path out/.upright -prune -o -print | sort").stdout
        == "out\nout/l\nout/l/a.jpg\nout/l/b.jpg\n")
    try studio.expectAsClean()
    try studio.expect(
      says: "job: 0 of 2 outputs made from 2 images, 2 done before; 0 B; manifest job.manifest.jsonl\n",
      files: [], by: "run", "--prune", "job.yaml")
  }

  @Test("What was made of a source that is gone; --json counts it")
  func source() throws {
    let studio = try Self.studio("isolation: none")
    try studio.must("rm photos/a.jpg")
    let (run, files) = try studio.changes("run", "--prune", "--json", "--quiet", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stdout:
            #"{"job":"job","images":1,"rows":2,"ok":2,"reused":2,"failed":0,"known":0,"skipped":0,"kept":0,"#
            + #""pruned":2,"warnings":0,"untagged":0,"filtered":0"#
            + #","bytes":0,"manifest":"job.manifest.jsonl","isolation":"none"}"# + "\n"))
    #expect(files == ["job.manifest.jsonl", "out/l/a.jpg", "out/s/deep/a.jpg"])
    try studio.expectAsClean()
  }

  @Test("What was dropped long before is still known")
  func later() throws {
    let studio = try Self.studio()
    try studio.must(Self.dropSmall)
    for option in ["--quiet", "--force", "--verify"] {
      #expect(try studio.upright("run", "--quiet", option, "job.yaml") == CommandRun(.exit(0)))
    }
    try studio.must("rm photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test("What a killed run put in place counts as made")
  func killed() throws {
    let studio = try Self.studio()
    try studio.forget("item", "end")
    try studio.must(Self.dropSmall)
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test("Files of the user and of other jobs stay, and what the user has changed")
  func others() throws {
    let studio = try Self.studio()
    try studio.job(
      "output_root: out\nsources: [photos/a.jpg]\noutputs: [{path: \"s/other/{stem}.jpg\"}]", "other.yaml")
    #expect(try studio.upright("run", "--quiet", "other.yaml") == CommandRun(.exit(0)))
    try studio.folder.write("mine", to: "out/l/mine.jpg")
    try studio.folder.write("changed", to: "out/s/deep/a.jpg")
    try studio.must("mkdir out/l/empty && rm photos/b.jpg && " + Self.dropSmall)
    try studio.expect(
      says:
        "job: 0 of 1 output made from 1 image, 1 done before, 2 pruned; 0 B; manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/l/b.jpg", "out/s/deep/b.jpg"], by: "run", "--prune", "job.yaml")
    #expect(
      try studio.shell("cd out; find . -path ./.upright -prune -o -print | sort").stdout
        == ".\n./l\n./l/a.jpg\n./l/empty\n./l/mine.jpg\n./s\n./s/deep\n./s/deep/a.jpg\n./s/other\n./s/other/a.jpg\n"
    )
    #expect(try studio.text("out/s/deep/a.jpg") == "changed")
    try studio.expect(
      says: "other: 0 of 1 output made from 1 image, 1 done before; 0 B; manifest other.manifest.jsonl\n",
      files: [], by: "run", "--prune", "other.yaml")
  }

  @Test(
    "What was made of a source that can't be read now stays",
    arguments: [
      "echo words >photos/a.jpg", "truncate -s 500 photos/a.jpg", "truncate -s 1200 photos/a.jpg",
      "rm photos/a.jpg",
    ])
  func unreadable(_ command: String) throws {
    let studio = try Self.studio(sources: "[photos/a.jpg, photos/b.jpg]")
    try studio.must(command)
    let (run, files) = try studio.changes("run", "--quiet", "--prune", "job.yaml")
    // A source that is named and isn't there refuses the job.
    #expect(run.ending == .exit(command.hasPrefix("rm") ? 2 : 1))
    #expect(files == (command.hasPrefix("rm") ? [] : ["job.manifest.jsonl"]))
  }

  @Test("Even where its size is in the outputs' names, which nobody knows then")
  func unknownNames() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}-{height}.jpg\", resize: \"8,\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.folder.write("words", to: "photos/a.jpg")
    try studio.must("rm photos/b.jpg")
    let (run, files) = try studio.changes("run", "--quiet", "--prune", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(files == ["job.manifest.jsonl", "out/b-6.jpg"])
    // A picture of another size: now it is known what the output is called.
    try studio.add(.tagged(1, height: 64), "photos/a.jpg")
    #expect(
      try studio.changes("run", "--quiet", "--prune", "job.yaml").files
        == ["job.manifest.jsonl", "out/a-6.jpg", "out/a-8.jpg"])
    try studio.expectAsClean()
  }

  @Test("A file that took another way than by a folder of the job's is not removed through a link")
  func link() throws {
    let studio = try Self.studio()
    try studio.must("mv out/s/deep elsewhere && ln -s ../../elsewhere out/s/deep && " + Self.dropSmall)
    let (run, files) = try studio.changes("run", "--quiet", "--prune", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(files == ["job.manifest.jsonl"])
  }

  @Test("With nothing planned it is refused, and nothing removed")
  func nothing() throws {
    let studio = try Self.studio(sources: "[{glob: \"photos/*.jpg\", optional: true}]")
    try studio.must("rm photos/*.jpg")
    let journal = try studio.journal()
    try studio.expect(
      2, says: "job.yaml: error: --prune: no image is planned, so that every output would be removed\n",
      files: [], by: "run", "--prune", "job.yaml")
    #expect(try studio.journal() == journal)
    try studio.expect(
      says: "job: 0 of 0 outputs made from 0 images; 0 B; manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl"], by: "run", "job.yaml")
  }

  @Test("With --only it is wrong usage")
  func only() throws {
    let studio = try Self.studio()
    try studio.must(Self.dropSmall)
    let (run, files) = try studio.changes("run", "--prune", "--only", "photos/a.jpg", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: --prune looks at the whole job: leave out --only\n"))
    #expect(files == [])
  }

  @Test("A run that stops early prunes nothing")
  func stopped() throws {
    let studio = try Self.studio()
    try studio.must(Self.dropSmall)
    let (run, files) = try studio.changes("run", "--quiet", "--prune", "--time-limit", "0.000001", "job.yaml")
    #expect(run.ending == .exit(75))
    #expect(files == [])
  }
}
