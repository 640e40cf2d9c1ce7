import Foundation
import TestSupport
import Testing

/// What a run makes again after its outputs were tampered with.
struct ChangedOutputTests {
  @Test(
    "An output that is gone, cut, or another one is made again, alone",
    arguments: [
      "rm out/s/a.jpg", "truncate -s 10 out/s/a.jpg", "cp out/b.jpg out/s/a.jpg", "touch out/s/a.jpg",
      "rm -r out/s && mkdir out/s", "ln -sf ../b.jpg out/s/a.jpg", "cp out/s/a.jpg x && mv x out/s/a.jpg",
    ])
  func tampered(_ command: String) throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\"}, {path: \"s/{stem}.jpg\", resize: \"9,\"}]")
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.add(.tagged(1, seed: 1), "photos/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("cp out/s/b.jpg kept && \(command)")
    if command.hasPrefix("rm -r") {
      try studio.must("mv kept out/s/b.jpg")
    } else {
      try studio.must("rm kept")
    }
    let others = command.hasPrefix("rm -r") ? ["out/s/b.jpg"] : []
    let made = 1 + others.count
    try studio.expect(
      says: "job: \(made) of 4 outputs made from 2 images, \(4 - made) done before; "
        + "\(made == 1 ? try studio.size("out/s/a.jpg") : try studio.size("out/s/a.jpg", "out/s/b.jpg")); "
        + "manifest job.manifest.jsonl\n",
      files: ["job.manifest.jsonl", "out/s/a.jpg"] + others, by: "run", "job.yaml")
    try studio.expectAsClean()
  }

  @Test("All outputs gone, their folders too")
  func allGone() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"s/{stem}.jpg\"}]")
    try studio.add(.tagged(6), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("rm -r out")
    #expect(try studio.changes("run", "--quiet", "job.yaml").files == ["job.manifest.jsonl", "out/s/a.jpg"])
    try studio.expectAsClean()
  }
}
