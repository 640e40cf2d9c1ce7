import Foundation
import TestSupport
import Testing

/// `on_collision: fail_rows`: outputs that would have one path fail, and all others are made.
struct CollisionTests {
  private static func studio(_ outputs: String, _ names: String...) throws -> Studio {
    let studio = try Studio(
      "on_collision: fail_rows\noutput_root: out\n\(outputs)", sources: #"["photos/**"]"#)
    for (seed, name) in names.enumerated() {
      try studio.add(.tagged(1, width: 400, height: 300, seed: seed), "photos/\(name)")
    }
    return studio
  }

  private static func outputs(_ studio: Studio) -> [String] {
    studio.folder.files().filter { $0.hasPrefix("out/") }
  }

  @Test("Two sources of one stem fail, on each run and each way, and the others are as alone")
  func stems() throws {
    let studio = try Self.studio(
      "outputs: [{path: \"{stem}.jpg\"}]", "a.jpg", "IMG_0.heic", "IMG_0.jpg", "z.jpg")
    try studio.folder.write("words", to: "photos/z.txt")
    let message =
      "'IMG_0.jpg' would be written for both 'photos/IMG_0.heic' and 'photos/IMG_0.jpg': add {ext} or {name} to 'path'"
    let error = Row.Note(code: "collision", message: message)
    let text = Row.Note(code: "unsupported_format", message: "this is not an image format that is read")
    for number in 1...2 {
      let run = try studio.upright("run", "--jobs", "1", "job.yaml")
      #expect(run.ending == .exit(1))
      let details =
        "photos/IMG_0.heic: failed: \(message) (collision)\nphotos/IMG_0.jpg: failed: \(message) (collision)\n"
      #expect(
        run.stderr.hasPrefix(
          number == 1
            ? details
            : "job: 0 of 5 outputs made from 5 images, 2 done before, 3 failed, 3 of them reported before"))
      let rows = try studio.rows()
      #expect(rows.map(\.status) == ["failed", "failed", "ok", "ok", "failed"])
      #expect(rows.map(\.output) == ["IMG_0.jpg", "IMG_0.jpg", "a.jpg", "z.jpg", "z.jpg"])
      #expect(rows.map(\.error) == [error, error, nil, nil, text])
      #expect(Self.outputs(studio) == ["out/a.jpg", "out/z.jpg"])
    }
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    let manifest = try studio.text("job.manifest.jsonl")
    let shards =
      "upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; rm -r out job.manifest.jsonl; "
      + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2; done; upright merge --quiet --plan p.jsonl"
    #expect(try studio.shell(shards).ending == .exit(1))
    #expect(try studio.text("job.manifest.jsonl") == manifest)
  }

  @Test("A base that collides is still what a small output is made of")
  func base() throws {
    let keys = "outputs: [{path: \"big.jpg\", resize: \"200,\"}, {path: \"{ext}.jpg\", resize: \"30,\"}]"
    let both = try Self.studio(keys, "a.jpg", "a.jpe")
    #expect(try both.upright("plan", "job.yaml").stdout.contains("by way of out/big.jpg"))
    #expect(try both.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(Self.outputs(both) == ["out/jpe.jpg", "out/jpg.jpg"])
    let alone = try Self.studio(keys, "a.jpg")
    #expect(try alone.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try both.folder.read("out/jpg.jpg") == alone.folder.read("out/jpg.jpg"))
  }

  @Test("An output that is the folder of another fails, and what lies in the folder is made")
  func folder() throws {
    let studio = try Self.studio("outputs: [{path: \"{dir}/{stem}.jpg\"}]", "a.png", "a.jpg/b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.error?.code) == [nil, "collision"])
    #expect(Self.outputs(studio) == ["out/a.jpg/b.jpg"])
  }

  @Test("--prune keeps what was made before another source took the same path")
  func pruned() throws {
    let studio = try Self.studio("outputs: [{path: \"{stem}.jpg\"}]", "a.jpg", "b.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let made = try studio.folder.read("out/a.jpg")
    try studio.add(.tagged(1, seed: 7), "photos/a.jpeg")
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml").ending == .exit(1))
    #expect(try studio.folder.read("out/a.jpg") == made)
  }
}
