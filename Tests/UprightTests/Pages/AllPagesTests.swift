import Foundation
import ImageModel
import TestSupport
import Testing

/// `page: all`: an image of each page of a source.
struct AllPagesTests {
  private typealias Paged = PagedStudio

  @Test("Each page is an image of its own, and a rerun makes none", arguments: ["none", "process"])
  func pages(isolation: String) throws {
    let paged = try Paged("isolation: \(isolation)\noutputs: [{path: \"{stem}-{page}.tif\"}]")
    try paged.add([Paged.red, Paged.green, Paged.blue], "a.tif")
    try paged.studio.folder.write(Paged.tiff(Paged.green).file, to: "photos/b.jpg")
    #expect(try paged.run() == "job: 4 of 4 outputs made from 4 images, 4 without orientation tag")
    let names = ["a-000000.tif", "a-000001.tif", "a-000002.tif", "b-000000.tif"]
    #expect(paged.outputs == names)
    for (name, page) in zip(names, [Paged.red, Paged.green, Paged.blue, Paged.green]) {
      try paged.expect(page, in: name)
    }
    let rows = try paged.studio.rows()
    #expect(rows.map(\.id) == ["a#0", "a#1", "a#2", "b#0"])
    #expect(rows.map(\.output) == names)
    let manifest = try paged.studio.text("job.manifest.jsonl")
    let named = manifest.split(separator: "\n").map { $0.contains(#""decode":{"engine":"libtiff","page":"#) }
    #expect(named == [false, true, true, false])
    #expect(try paged.run() == "job: 0 of 4 outputs made from 4 images, 4 done before")
    #expect(try paged.studio.text("job.manifest.jsonl") == manifest)
    let verified = try paged.studio.upright("verify", "--render", "4", "job.manifest.jsonl")
    #expect(
      verified
        == CommandRun(
          .exit(0),
          stdout: "job.manifest.jsonl: 4 rows, 2 sources, 4 outputs, 4 rendered anew: all as it says\n"))
    let status = try paged.studio.upright("status", "job.yaml")
    #expect(status.stdout == "job: 4 of 4 outputs done, 0 stale, 0 missing, 0 failed\n")
  }

  /// exiftool counts the directories by itself.
  @Test("As many pages are taken as exiftool counts, each with its own size and orientation")
  func countedByExiftool() throws {
    let paged = try Paged(#"outputs: [{path: "{stem}-{page}.tif"}]"#)
    var pages = (0..<23).map { Paged.tiff((10 + $0, 9, [UInt8($0), 0, 0])) }
    pages[7].fields = [TIFFBuilder.Field(tag: 0x112, type: 3, count: 1, value: [6, 0])]
    try paged.studio.folder.write(TestTIFF.file(pages), to: "photos/a.tif")
    let counted = try paged.studio.shell("exiftool -a -G1 -s3 -ImageWidth photos/a.tif")
    try #require(counted.ending == .exit(0))
    #expect(counted.stdout.split(separator: "\n").count == 23)
    _ = try paged.run()
    let sizes = (0..<23).map { $0 == 7 ? [9, 17] : [10 + $0, 9] }
    #expect(try paged.studio.rows().map(\.output_size) == sizes)
  }

  @Test("New pages are made, and pages that are gone are pruned")
  func changedCount() throws {
    let paged = try Paged()
    try paged.add([Paged.red, Paged.green], "a.tif")
    _ = try paged.run()
    try paged.add([Paged.red, Paged.green, Paged.blue], "a.tif")
    #expect(try paged.run() == "job: 3 of 3 outputs made from 3 images, 3 without orientation tag")
    try paged.add([Paged.blue], "a.tif")
    #expect(try paged.run() == "job: 1 of 1 output made from 1 image, 1 without orientation tag")
    #expect(paged.outputs == ["a-000000.tif", "a-000001.tif", "a-000002.tif"])
    try paged.expect(Paged.blue, in: "a-000000.tif")
    #expect(try paged.run("--prune") == "job: 0 of 1 output made from 1 image, 1 done before, 2 pruned")
    #expect(paged.outputs == ["a-000000.tif"])
    #expect(try paged.studio.rows().map(\.id) == ["a#0"])
  }

  @Test("A page that can't be taken is one failed row, and the others are made, on each run")
  func badPages() throws {
    let paged = try Paged()
    var cut = Paged.tiff(Paged.blue)
    cut.compression = .lzw
    cut.fields = [
      TIFFBuilder.Field(tag: 0x111, type: 4, count: 5, value: [UInt8](repeating: 0xF0, count: 20))
    ]
    let lab = TestTIFF(9, 9, photometric: 10, channels: 3, bits: 8) { x, _, _ in x }
    try paged.studio.folder.write(
      TestTIFF.file([Paged.tiff(Paged.red), lab, cut, Paged.tiff(Paged.green)]), to: "photos/a.tif")
    for made in [2, 0] {
      let summary = try paged.run(status: 1)
      #expect(summary.hasPrefix("job: \(made) of 4 outputs made from 4 images, "))
      let rows = try paged.studio.rows()
      #expect(rows.map(\.status) == ["ok", "failed", "failed", "ok"])
      #expect(rows.map(\.error?.code) == [nil, "lab", "corrupt", nil])
      try paged.expect(Paged.red, in: "a-000000.tif")
      try paged.expect(Paged.green, in: "a-000003.tif")
    }
    try paged.add([Paged.red, Paged.green, Paged.blue, Paged.green], "a.tif")
    #expect(try paged.run() == "job: 4 of 4 outputs made from 4 images, 4 without orientation tag")
    try paged.expect(Paged.blue, in: "a-000002.tif")
  }

  /// The last four bytes of a directory without long values are the place of the next one.
  private static func chain(_ last: (Int) -> Int) -> [UInt8] {
    var tiff = TIFFBuilder(isBigEndian: false)
    let strip = tiff.append([UInt8](repeating: 77, count: 12))
    func page(_ next: Int) -> Int {
      tiff.directory(
        [
          tiff.long(0x100, 4), tiff.long(0x101, 3), tiff.short(0x102, 8), tiff.short(0x103, 1),
          tiff.short(0x106, 1), tiff.long(0x111, strip), tiff.long(0x116, 3), tiff.long(0x117, 12),
        ], next: next)
    }
    let end = page(0)
    let middle = page(end)
    let first = page(middle)
    tiff.setMain(first)
    var bytes = tiff.bytes
    bytes.replaceSubrange(end + 2 + 12 * 8..<end + 2 + 12 * 8 + 4, with: tiff.number(last(first), 4))
    return bytes
  }

  @Test("A chain of pages that leads back or out of the file is one failed row behind its pages")
  func brokenChains() throws {
    let paged = try Paged(#"outputs: [{path: "{stem}-{page}.png"}]"#)
    try paged.studio.folder.write(Self.chain { $0 }, to: "photos/back.tif")
    try paged.studio.folder.write(Self.chain { _ in 1 << 30 }, to: "photos/out.tif")
    for _ in 0..<2 {
      _ = try paged.run(status: 1)
      let rows = try paged.studio.rows()
      #expect(rows.map(\.id) == ["back#0", "back#1", "back#2", "back#3", "out#0", "out#1", "out#2", "out#3"])
      let fault = Row.Note(
        code: "bad_header", message: "page 2 is followed by an earlier page, so that there is no end")
      let cut = Row.Note(code: "bad_header", message: "it ends within its header")
      #expect(rows.map(\.error) == [nil, nil, nil, fault, nil, nil, nil, cut])
    }
  }

  @Test("A source that can't be read is one failed row, and nothing of it is pruned")
  func unreadable() throws {
    let paged = try Paged()
    try paged.add([Paged.red, Paged.green], "a.tif")
    try paged.add([Paged.red, Paged.blue], "b.tif")
    _ = try paged.run()
    for text in ["", "no picture", "II*\0\u{8}\0\0"] {
      try paged.studio.folder.write(text, to: "photos/b.tif")
      let summary = try paged.run("--prune", status: 1)
      #expect(
        summary
          == "job: 0 of 3 outputs made from 3 images, 2 done before, 1 failed")
      #expect(try paged.studio.rows().map(\.status) == ["ok", "ok", "failed"])
      #expect(paged.outputs == ["a-000000.tif", "a-000001.tif", "b-000000.tif", "b-000001.tif"])
    }
    try paged.studio.must("rm photos/b.tif")
    #expect(try paged.run("--prune") == "job: 0 of 2 outputs made from 2 images, 2 done before, 2 pruned")
    #expect(paged.outputs == ["a-000000.tif", "a-000001.tif"])
  }

  @Test("A source of more pages than 'max_pages' is one failed row that names the limit")
  func tooMany() throws {
    let paged = try Paged("limits: {max_pages: 2}\noutputs: [{path: \"{stem}-{page}.tif\"}]")
    try paged.add([Paged.red, Paged.green], "a.tif")
    try paged.add([Paged.red, Paged.green, Paged.blue], "b.tif")
    let run = try paged.studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    let reason = "it has more pages than limits.max_pages (2): raise that, or name pages by 'page: N'"
    #expect(run.stderr.hasPrefix("photos/b.tif (id 'b#0'): failed: \(reason) (max_pages)\n"), "\(run.stderr)")
    let rows = try paged.studio.rows()
    #expect(rows.map(\.id) == ["a#0", "a#1", "b#0"])
    #expect(rows.map(\.error) == [nil, nil, Row.Note(code: "max_pages", message: reason)])
  }

  @Test("A TIFF of 70,000 pages is refused by the limit")
  func seventyThousand() throws {
    let paged = try Paged("limits: {max_pages: 4096}\noutputs: [{path: \"{stem}-{page}.tif\"}]")
    let count = 70_000
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    for page in 1...count {
      let next = page == count ? 0 : 8 + 18 * page
      bytes += [1, 0, 0, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0]
      bytes += (0..<4).map { UInt8(next >> (8 * $0) & 255) }
    }
    try paged.studio.folder.write(bytes, to: "photos/a.tif")
    #expect(try paged.run(status: 1) == "job: 0 of 1 output made from 1 image, 1 failed")
    #expect(try paged.studio.rows().map(\.error?.code) == ["max_pages"])
  }

  @Test("Pages that would have one path are refused with the variable that helps, or fail alone")
  func collision() throws {
    let paged = try Paged(#"outputs: [{path: "{stem}.tif"}]"#)
    try paged.add([Paged.red, Paged.green], "a.tif")
    let pair = "'a.tif' would be written for both 'photos/a.tif' (id 'a#0') and 'photos/a.tif' (id 'a#1')"
    let run = try paged.studio.upright("run", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:4:18: error: \(pair): add {page} to 'path', or set 'on_collision: fail_rows' to fail only these rows
            outputs: [{path: "{stem}.tif"}]
                             ^

            """))
    try paged.add([Paged.red], "a.tif")
    #expect(try paged.run() == "job: 1 of 1 output made from 1 image, 1 without orientation tag")
    try paged.add([Paged.red, Paged.green], "a.tif")
    let job = try paged.studio.text("job.yaml") + "on_collision: fail_rows\n"
    try paged.studio.folder.write(job, to: "job.yaml")
    _ = try paged.run(status: 1)
    let fault = Row.Note(code: "collision", message: pair + ": add {page} to 'path'")
    #expect(try paged.studio.rows().map(\.error) == [fault, fault])
  }

  @Test("A path entry with an id takes all pages, and {page} names the page of 'page: N' too")
  func pathEntries() throws {
    let paged = try Paged()
    try paged.add([Paged.red, Paged.green], "a.tif")
    try paged.studio.job(
      """
      sources: [{path: photos/a.tif, id: x, page: all}, {path: photos/a.tif, id: y, page: 1}]
      output_root: out
      outputs: [{path: "{id}-{page}.tif"}]
      """)
    _ = try paged.run()
    #expect(paged.outputs == ["x#0-000000.tif", "x#1-000001.tif", "y-000001.tif"])
    try paged.expect(Paged.green, in: "y-000001.tif")
    #expect(try paged.run() == "job: 0 of 3 outputs made from 3 images, 3 done before")
  }

  @Test("Pictures of an AVIF are pages, as they are for 'page: N'")
  func avif() throws {
    let paged = try Paged(#"outputs: [{path: "{stem}-{page}.tif"}]"#)
    try paged.studio.folder.write(TestAV1.pair([HEIFBuilder.turn(1)]).bytes, to: "photos/a.avif")
    try paged.studio.folder.write(TestAV1.still().bytes, to: "photos/b.avif")
    try paged.studio.folder.write(TrackBuilder.file([TestAV1.track()]), to: "photos/c.avif")
    _ = try paged.run()
    #expect(try paged.studio.rows().map(\.id) == ["a#0", "a#1", "b#0", "c#0"])
    let manifest = try paged.studio.text("job.manifest.jsonl").split(separator: "\n")
    #expect(manifest[1].contains(#""decode":{"engine":"libaom","page":1,"scale":"#))
    try paged.studio.job(
      "sources: [{path: photos/a.avif, page: 1}]\noutput_root: out\noutputs: [{path: one.tif}]")
    _ = try paged.run()
    #expect(try paged.studio.folder.read("out/one.tif") == paged.studio.folder.read("out/a-000001.tif"))
  }

  @Test("Shards of pages make what one run makes")
  func shards() throws {
    let paged = try Paged("on_error: {max_failures: 1}\noutputs: [{path: \"{stem}-{page}.tif\"}]")
    try paged.add([Paged.red, Paged.green, Paged.blue], "a.tif")
    try paged.add([Paged.blue, Paged.red], "b.tif")
    try paged.studio.folder.write("no picture", to: "photos/c.tif")
    _ = try paged.run()
    let state: (String) -> Bool = { $0.contains(".upright") || $0.hasPrefix("p.jsonl") }
    let whole = try paged.studio.contents().filter { !state($0.key) }
    try paged.studio.must("rm -r out job.manifest.jsonl")
    let commands =
      "upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; "
      + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2 || exit 9; done; "
      + "upright merge --quiet --plan p.jsonl"
    #expect(try paged.studio.shell(commands).ending == .exit(0))
    let merged = try paged.studio.contents().filter { !state($0.key) && !$0.key.contains("p.jsonl") }
    #expect(Set(merged.keys) == Set(whole.keys))
    for (name, bytes) in whole { #expect(merged[name] == bytes, "\(name)") }
    let summary = "job: 0 of 6 outputs made from 6 images, 5 done before, 1 failed, 1 of them reported before"
    #expect(try paged.run() == summary)
    try paged.studio.must(
      "rm -r out job.manifest.jsonl p.jsonl; upright plan --out p.jsonl job.yaml >/dev/null; [ $? = 1 ]")
    let lines =
      "tail -n +2 p.jsonl | upright worker --jsonl --plan p.jsonl >/dev/null; "
      + "upright merge --quiet --plan p.jsonl"
    #expect(try paged.studio.shell(lines).ending == .exit(0))
    let again = try paged.studio.contents()
    for (name, bytes) in whole { #expect(again[name] == bytes, "\(name)") }
  }

  @Test("A lock has a line for each page, and a page more or less is told")
  func lock() throws {
    let paged = try Paged()
    try paged.add([Paged.red, Paged.green], "a.tif")
    #expect(try paged.studio.upright("lock", "job.yaml").ending == .exit(0))
    let lock = try paged.studio.text("job.lock.jsonl")
    #expect(lock.contains(#""id":"a#0""#) && lock.contains(#""id":"a#1""#))
    #expect(try paged.run("--locked") == "job: 2 of 2 outputs made from 2 images, 2 without orientation tag")
    try paged.add([Paged.red, Paged.green, Paged.blue], "a.tif")
    let run = try paged.studio.upright("run", "--locked", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("'photos/a.tif' (id 'a#2') is not in the lock"), "\(run.stderr)")
  }

  @Test("A preview shows each page")
  func preview() throws {
    let paged = try Paged()
    try paged.add([Paged.red, Paged.green], "a.tif")
    let run = try paged.studio.upright("preview", "--output", "p.html", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let page = try paged.studio.text("p.html")
    for text in ["a-000000.tif", "a-000001.tif", ">page 1, 24x16 "] { #expect(page.contains(text)) }
  }

  @Test("'plan' lists an image for each page")
  func plan() throws {
    let paged = try Paged()
    try paged.add([Paged.red, Paged.green], "a.tif")
    let plan = try paged.studio.upright("plan", "--json", "job.yaml").stdout.split(separator: "\n")
    #expect(plan.count == 3)
    #expect(plan[1].contains(#""index":1,"source":"photos/a.tif","id":"a#0","#))
    #expect(plan[2].contains(#""index":2,"source":"photos/a.tif","id":"a#1","#))
    #expect(plan[2].contains(#""page":1,"#))
  }

  @Test("What 'page: all' can't mean is refused with its place")
  func refused() throws {
    let paged = try Paged()
    try paged.studio.job(
      """
      sources:
        - {annotations: boxes.json, format: coco, space: display, page: all}
        - {path: a.tif, id: x, page: all}
        - {path: a.tif, id: x#1, page: 1}
        - {path: a.tif, id: y, page: each}
      outputs: [{path: "{id}.tif"}]
      limits: {max_pages: 5000}
      """)
    let run = try paged.studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    let lines = run.stderr.split(separator: "\n").filter { $0.hasPrefix("job.yaml") }
    #expect(
      lines == [
        "job.yaml:3:67: error: 'page: all' goes with 'glob', 'path' and 'list' without boxes only: boxes lie on one page, so name it by its number",
        "job.yaml:5:23: error: the id 'x#1' is that of a page of the entry in line 4, which has 'page: all'",
        "job.yaml:6:32: error: 'page' must be a whole number from 0 to 65535, or all, not 'each'",
        "job.yaml:8:21: error: 'max_pages' must be a whole number from 1 to 4096, not '5000'",
      ])
  }
}
