import Foundation
import TestSupport
import Testing

/// `placeholder` as a run writes it.
struct PlaceholderRunTests {
  /// A picture of 24x16. The texts are those of `blurhash` 1.1.5 and `thumbhash-python` 1.0.1 from PyPI for its samples.
  private static var picture: [UInt8] {
    TestPNG(24, 16, type: 2, depth: 8) { x, y, channel in
      [9 * x + 5 * y, 13 * y + x * x, 4 * x * y + 100][channel] % 256
    }.file
  }
  private static let blurHash = "LjHea.1|Vuw4RWR9v%OAS1r?S^ov"
  private static let thumbHash = "IBgKLZBQV2lDZ3p2l3d3d1BDB4d5"

  private static func texts(_ studio: Studio) throws -> [String] {
    try studio.rows().map { row in row.notes.first { $0.code == "placeholder" }?.message ?? "" }
  }

  @Test("Each row has the placeholder of its output, and later runs, shards and checks find it again")
  func run() throws {
    let studio = try Studio(
      """
      output_root: out
      placeholder: blurhash
      outputs:
        - {path: "{stem}.png"}
        - {path: "{stem}.tif", placeholder: thumbhash}
        - {path: "{stem}.jpg", placeholder: lqip, resize: {width: 20}}
      """, sources: #"["photos/*.png"]"#)
    try studio.folder.write(Self.picture, to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    // The rows are in the order of their paths: JPEG, PNG, TIFF.
    let texts = try Self.texts(studio)
    #expect(texts.suffix(2) == [Self.blurHash, Self.thumbHash])
    #expect(texts[0].hasPrefix("data:image/webp;base64,UklGR"))
    #expect(texts[0].utf8.count <= 512)
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    let shards = try studio.shell(
      "upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; rm -r out job.manifest.jsonl; "
        + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2; done; upright merge --quiet --plan p.jsonl"
    )
    #expect(shards.ending == .exit(0), "\(shards.stderr)")
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    // Another placeholder in a row is found out.
    let forged = manifest.replacingOccurrences(of: Self.blurHash, with: String(Self.blurHash.reversed()))
    try studio.folder.write(forged, to: "job.manifest.jsonl")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(1))
  }

  @Test("A JPEG that could be built from coefficients is encoded for its placeholder, with a warning")
  func lossless() throws {
    let studio = try Studio(
      """
      output_root: out
      placeholder: blurhash
      encode: {lossless: auto}
      outputs: [{path: "{stem}.{format}", formats: [png, jpeg]}]
      """)
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try Self.texts(studio).map(\.utf8.count) == [28, 28])
    #expect(try studio.text("job.manifest.jsonl").contains("is encoded anew: its placeholder needs pixels"))
  }

  @Test("Another kind makes outputs again; a turned output and 'srcset' have the text of the shown picture")
  func again() throws {
    let studio = try Studio()
    var picture = TestTIFF(32, 16, photometric: 1, channels: 1, bits: 8) { x, y, _ in 5 * x + y * y / 4 }
    picture.fields = [TIFFBuilder.Field(tag: 0x0112, type: 3, count: 1, value: [6, 0])]
    try studio.folder.write(picture.file, to: "photos/a.tif")
    let outputs = """
      sources: ["photos/*.tif"]
      output_root: out
      exports: [{format: srcset, path: srcset.json}]
      outputs:
        - {path: "{stem}-{width}.png", widths: [16]}
        - {path: "kept.png", orientation: keep}
      """
    try studio.job("placeholder: blurhash\n\(outputs)")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let first = try Self.texts(studio)
    #expect(first[0] == first[1])
    #expect(try studio.text("out/srcset.json").contains(#""placeholder":"\#(first[0])","formats""#))
    let files = try studio.contents().filter { $0.key.hasSuffix(".png") }
    try studio.job("placeholder: thumbhash\n\(outputs)")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Self.texts(studio).allSatisfy { $0.utf8.count < 40 && !first.contains($0) })
    #expect(try studio.contents().filter { $0.key.hasSuffix(".png") } == files)
  }
}
