import Foundation
import TestSupport
import Testing

/// `where` with bounds that need pixels.
struct FactsTests {
  private struct Facts: Decodable, Hashable {
    var sharpness: Double
    var entropy: Double
    var mean: Double
    var deviation: Double
    var phash: String
    var dhash: String
  }

  private struct FactsRow: Decodable, Hashable {
    var status: String
    var facts: Facts?
  }

  private static func facts(_ studio: Studio) throws -> [FactsRow] {
    try studio.text("job.manifest.jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(FactsRow.self, from: Data($0.utf8))
    }
  }

  /// A grey PNG of 24x16 whose levels are `level` of x.
  private static func add(_ studio: Studio, _ name: String, _ level: (Int) -> Int) throws {
    let picture = TestPNG(24, 16, type: 0, depth: 8) { x, _, _ in level(x) }
    try studio.folder.write(picture.file, to: "photos/\(name).png")
  }

  private static func studio(_ bounds: String) throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.png\"}]\nwhere: {\(bounds)}", sources: #"["photos/*.png"]"#
    )
    try add(studio, "blank") { $0 == 3 ? 91 : 90 }
    try add(studio, "smooth") { 100 + 2 * $0 }
    try add(studio, "stripes") { $0 % 2 * 200 }
    try studio.folder.write("no picture", to: "photos/text.png")
    return studio
  }

  /// A row of `stripes` has 12 levels of 0 and 12 of 200: its mean is 100, its deviation too, and its entropy is 1
  /// bit. Its Laplacian is 400 and -400 in turns. The levels of `smooth` are a line, so its Laplacian is 0.
  @Test(
    "A picture out of bounds is filtered with its value and the bound, and the facts are in the rows",
    arguments: [
      ("min_sharpness: 10", "its sharpness is 0, less than where.min_sharpness (10)", 2),
      ("not_blank: true", "its grey levels deviate by 0.2, less than where.not_blank asks for (4)", 1),
      ("min_entropy: 0.5", "its entropy is 0.2499, less than where.min_entropy (0.5)", 1),
    ])
  func bounds(_ bounds: String, _ message: String, _ filtered: Int) throws {
    let studio = try Self.studio(bounds)
    // The text fails.
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let statuses = ["filtered", filtered == 2 ? "filtered" : "ok", "ok", "failed"]
    let rows = try Self.facts(studio)
    #expect(rows.map(\.status) == statuses)
    #expect(rows.map { $0.facts != nil } == [true, true, true, false])
    #expect(rows[2].facts?.sharpness == 160_000)
    #expect(rows[2].facts?.entropy == 1)
    #expect(rows[2].facts?.mean == 100)
    #expect(rows[2].facts?.deviation == 100)
    #expect(try studio.rows()[bounds.hasPrefix("min_sharpness") ? 1 : 0].error?.message == message)
  }

  @Test("A second run decodes no picture for facts, a frozen plan keeps them, and 'verify' confirms them")
  func again() throws {
    let studio = try Self.studio("not_blank: true")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    let shards = try studio.shell(
      "upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; rm -r out job.manifest.jsonl; "
        + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2; done; upright merge --quiet --plan p.jsonl"
    )
    #expect(shards.ending == .exit(1), "\(shards.stderr)")
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    // Other pixels in a file of the same size, time and number: the facts stay those that were found.
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    try studio.must("touch -r photos/blank.png time")
    var file = try studio.folder.read("photos/blank.png")
    for place in file.indices.suffix(40) { file[place] ^= 0x55 }
    try studio.folder.write(file, to: "new")
    try studio.must("cat new >photos/blank.png && touch -r time photos/blank.png")
    #expect(
      try studio.upright("plan", "--summary", "job.yaml").stdout.hasPrefix(
        "job: 1 output filtered, first photos/blank"))
    // Without the kept facts the damage shows.
    try studio.must("rm out/.upright/job/facts")
    #expect(try !studio.upright("plan", "--summary", "job.yaml").stdout.contains("filtered"))
  }
}
