import Foundation
import TestSupport
import Testing

/// `upright verify` where decoding alone can tell.
struct VerifyRenderTests {
  @Test("An output and its row that were forged together are found by rendering")
  func forged() throws {
    let made = try ProvenStudio()
    let sum = try made.studio.sha256("out/b-16.jpg")
    try made.flip("out/b-16.jpg")
    try made.replace(sum, by: try made.studio.sha256("out/b-16.jpg"), line: 3)
    #expect(try made.verify() == ProvenStudio.found([]))
    #expect(
      try made.verify("--render", "all")
        == ProvenStudio.found(
          ["line 3, photos/b.jpg -> out/b-16.jpg: 'output_sha256' is not what comes of rendering it anew"],
          rendered: 6))
  }

  @Test("The outputs with the smallest SHA-256 of seed and path are rendered")
  func sample() throws {
    let made = try ProvenStudio()
    // Of "7 a-16.jpg" and so on, by sha256sum.
    let keys = try ["a-16", "a-32", "b-16", "b-32", "c-16", "c-32"].map { name in
      try made.studio.folder.write("7 \(name).jpg", to: "key")
      return (try made.studio.sha256("key"), name)
    }
    let chosen = Set(keys.sorted { $0.0 < $1.0 }.prefix(2).map(\.1))
    var exceptions: [String] = []
    for (index, (_, name)) in keys.enumerated() {
      let sum = try made.studio.sha256("out/\(name).jpg")
      try made.flip("out/\(name).jpg")
      try made.replace(sum, by: try made.studio.sha256("out/\(name).jpg"), line: index + 1)
      guard chosen.contains(name) else { continue }
      exceptions.append(
        "line \(index + 1), photos/\(name.prefix(1)).jpg -> out/\(name).jpg: "
          + "'output_sha256' is not what comes of rendering it anew")
    }
    #expect(
      try made.verify("--render", "2", "--seed", "7") == ProvenStudio.found(exceptions, rendered: 2))
  }

  @Test(
    "Errors and warnings that lie in the picture are always found anew", arguments: ["none", "process"],
    ["", #", resize: "16,""#])
  func damage(_ isolation: String, _ resize: String) throws {
    let studio = try Studio("outputs: [{path: \"out/{stem}.jpg\"\(resize)}]\nisolation: \(isolation)")
    let whole = try Picture.tagged(1).jpeg()
    let tables = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDB]) })
    try studio.folder.write(whole[..<tables] + [7] + whole[tables...], to: "photos/odd.jpg")
    try studio.folder.write(Array(whole[..<(whole.count / 2)]), to: "photos/short.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let whole2 = ProvenStudio.found([], rows: 2, sources: 2, outputs: 1, rendered: 2)
    #expect(try studio.upright("verify", "job.manifest.jsonl") == whole2)

    let text = try studio.text("job.manifest.jsonl")
    let other = text.replacingOccurrences(of: "extraneous_data, once", with: "extraneous_data, twice")
      .replacingOccurrences(of: "ends too early", with: "ends too late")
    try studio.folder.write(other, to: "job.manifest.jsonl")
    let fault = "is not what comes of rendering it anew"
    #expect(
      try studio.upright("verify", "job.manifest.jsonl")
        == ProvenStudio.found(
          [
            "line 1, photos/odd.jpg -> out/odd.jpg: 'warnings' \(fault)",
            "line 2, photos/short.jpg -> out/short.jpg: 'error' \(fault)",
          ], rows: 2, sources: 2, outputs: 1, rendered: 2))
  }

  @Test("A row that doesn't say that libjpeg decoded its picture, or says so wrongly, is found")
  func engine() throws {
    let studio = try Studio("outputs: [{path: \"out/{stem}.jpg\", resize: \"16,\"}]")
    let whole = try Picture().jpeg()
    let tables = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDB]) })
    try studio.folder.write(whole[..<tables] + [7] + whole[tables...], to: "photos/odd.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let text = try studio.text("job.manifest.jsonl")
    let note =
      #"{"code":"decoded_by_libjpeg","message":"the data is not in order, so libjpeg decoded the picture"}"#
    let start = "line 1, photos/odd.jpg -> out/odd.jpg: "
    let rendering = "'notes' is not what comes of rendering it anew"
    for (part, other, faults) in [
      (note, "", ["'decode' is not as planned", rendering]),
      (
        note, note.replacing("not in order", with: "odd"),
        ["'decode', 'notes' are not as planned", rendering]
      ),
      (#""engine":"libjpeg""#, #""engine":"reduced""#, ["'decode' is not as planned"]),
    ] {
      try studio.folder.write(text.replacing(part, with: other), to: "job.manifest.jsonl")
      #expect(
        try studio.upright("verify", "job.manifest.jsonl")
          == ProvenStudio.found(faults.map { start + $0 }, rows: 1, sources: 1, outputs: 1, rendered: 1))
    }
    try studio.folder.write(text, to: "job.manifest.jsonl")
    #expect(
      try studio.upright("verify", "job.manifest.jsonl")
        == ProvenStudio.found([], rows: 1, sources: 1, outputs: 1, rendered: 1))
  }

  @Test("Rows that failed by their header, or were left alone, are as planned")
  func failed() throws {
    let studio = try Studio(
      "output_root: out\nexisting: keep\noutputs: [{path: \"{stem}.jpg\"}]\non_error: {max_failures: 9}",
      sources: "[{glob: \"photos/*.jpg\"}, {path: photos/none.jpg}]")
    try studio.add(.tagged(1), "photos/kept.jpg")
    try studio.add(.tagged(1, seed: 3), "photos/made.jpg")
    try studio.folder.write("no picture", to: "photos/text.jpg")
    try studio.folder.write("mine", to: "out/kept.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(
      try studio.upright("verify", "job.manifest.jsonl")
        == ProvenStudio.found([], rows: 4, sources: 1, outputs: 1))

    try studio.folder.write("something else", to: "photos/text.jpg")
    try studio.add(.tagged(1), "photos/none.jpg")
    let text = try studio.text("job.manifest.jsonl")
    try studio.folder.write(
      text.replacingOccurrences(of: "'kept.jpg' is there", with: "'kept.jpg' was there"),
      to: "job.manifest.jsonl")
    #expect(
      try studio.upright("verify", "job.manifest.jsonl")
        == ProvenStudio.found(
          [
            "line 1, photos/kept.jpg -> out/kept.jpg: 'error' is not as planned",
            "line 3, photos/none.jpg: the source can be read now",
            "line 4, photos/text.jpg: the source is not as the manifest says: it has 14 bytes, not 10",
          ], rows: 4, sources: 1, outputs: 1))
  }
}
