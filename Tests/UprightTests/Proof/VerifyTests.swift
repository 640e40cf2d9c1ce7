import Foundation
import TestSupport
import Testing

/// `upright verify`, of sources and outputs.
struct VerifyTests {
  @Test("A manifest that nothing has happened to", arguments: ["none", "process"])
  func untouched(_ isolation: String) throws {
    let made = try ProvenStudio("isolation: \(isolation)")
    let before = try made.studio.contents()
    #expect(try made.verify() == ProvenStudio.found([]))
    #expect(try made.verify("--render", "2", "--seed", "7") == ProvenStudio.found([], rendered: 2))
    #expect(try made.verify("--render", "all", "--jobs", "2") == ProvenStudio.found([], rendered: 6))
    #expect(try made.verify("--outputs-only") == ProvenStudio.found([], sources: 0))
    #expect(try made.studio.contents() == before)
  }

  @Test("A source or output that was changed by one bit, longer, or missing is named")
  func files() throws {
    let made = try ProvenStudio()
    let folder = made.studio.folder
    try made.flip("out/a-32.jpg")
    let bytes = try folder.read("out/b-16.jpg")
    try folder.write(bytes + [0], to: "out/b-16.jpg")
    try folder.remove("out/b-32.jpg")
    let outputs = [
      "line 2, photos/a.jpg -> out/a-32.jpg: the output is not as the manifest says: it has another SHA-256",
      "line 3, photos/b.jpg -> out/b-16.jpg: the output is not as the manifest says: "
        + "it has \(bytes.count + 1) bytes, not \(bytes.count)",
      "line 4, photos/b.jpg -> out/b-32.jpg: the output is missing",
    ]
    #expect(try made.verify() == ProvenStudio.found(outputs))
    #expect(try made.verify("--outputs-only") == ProvenStudio.found(outputs, sources: 0))

    try made.flip("photos/b.jpg")
    try folder.remove("photos/c.jpg")
    let sources = [
      "line 3, photos/b.jpg: the source is not as the manifest says: it has another SHA-256",
      "line 5, photos/c.jpg: the source is missing",
    ]
    #expect(
      try made.verify() == ProvenStudio.found([outputs[0], sources[0], outputs[1], outputs[2], sources[1]]))
    #expect(try made.verify("--outputs-only") == ProvenStudio.found(outputs, sources: 0))
  }

  /// The tables alone take more bytes (ITU-T T.81, B.2.4).
  @Test("An output that no quality keeps within max_bytes is as planned, and isn't tried again")
  func tooLarge() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", max_bytes: 200}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    // Only the encoder can tell.
    let run = try CommandRun.upright(["verify", ProvenStudio.manifest], in: studio.folder)
    #expect(run == ProvenStudio.found([], rows: 1, sources: 1, outputs: 0, rendered: 1))
    let journal = try studio.journal()
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.journal() == journal)
  }

  @Test("A source of another size is told as that alone, and a new one by its rows")
  func otherSources() throws {
    let made = try ProvenStudio()
    let bytes = try made.studio.folder.read("photos/b.jpg").count
    try made.studio.add(.tagged(6, width: 90, height: 30), "photos/b.jpg")
    try made.studio.add(.tagged(1, seed: 8), "photos/ab.jpg")
    let now = try made.studio.folder.read("photos/b.jpg").count
    #expect(
      try made.verify()
        == ProvenStudio.found([
          "line 3, photos/ab.jpg -> out/ab-16.jpg: a row is missing here",
          "line 3, photos/ab.jpg -> out/ab-32.jpg: a row is missing here",
          "line 3, photos/b.jpg: the source is not as the manifest says: it has \(now) bytes, not \(bytes)",
        ]))
  }

  @Test("An output behind a link, and a folder in its place, are no outputs")
  func links() throws {
    let made = try ProvenStudio()
    let folder = made.studio.folder
    try folder.write(try folder.read("out/a-16.jpg"), to: "same.jpg")
    try folder.remove("out/a-16.jpg")
    try folder.link("out/a-16.jpg", to: "../same.jpg")
    try folder.remove("out/b-16.jpg")
    try folder.makeFolder("out/b-16.jpg")
    #expect(
      try made.verify()
        == ProvenStudio.found([
          "line 1, photos/a.jpg -> out/a-16.jpg: the output can't be read: is a link",
          "line 3, photos/b.jpg -> out/b-16.jpg: the output can't be read: is not a regular file",
        ]))
  }

  @Test("--json prints one object")
  func json() throws {
    let made = try ProvenStudio()
    #expect(
      try made.verify("--json")
        == CommandRun(
          .exit(0),
          stdout:
            #"{"manifest":"job.manifest.jsonl","rows":6,"sources":3,"outputs":6,"rendered":0,"exceptions":[]}"#
            + "\n"))
    try made.studio.folder.remove("out/c-32.jpg")
    try made.studio.folder.remove("photos/a.jpg")
    #expect(
      try made.verify("--json")
        == CommandRun(
          .exit(1),
          stdout:
            #"{"manifest":"job.manifest.jsonl","rows":6,"sources":3,"outputs":6,"rendered":0,"exceptions":["#
            + #"{"line":1,"source":"photos/a.jpg","output":null,"kind":"source","message":"the source is missing"},"#
            + #"{"line":6,"source":"photos/c.jpg","output":"c-32.jpg","kind":"output","#
            + #""message":"the output is missing"}]}"# + "\n"))
  }
}
