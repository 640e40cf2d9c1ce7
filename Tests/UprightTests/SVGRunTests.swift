import Foundation
import Imaging
import TestSupport
import Testing

/// SVGs as sources.
@Suite(.enabled(if: OptionalLibrary.librsvg.load(), "librsvg is not there"))
struct SVGRunTests {
  @Test("A worker process draws what threads draw: filters, pictures, masks and compressed files")
  func sameBytes() throws {
    let outputs =
      "outputs: [{path: '{stem}.png'}, {path: '{stem}.jpg', crop: '3,4,30,20', resize: {width: 90, enlarge: true}}]"
    let jpeg = try TestJPEG(.grey).file(.plain(width: 16, height: 16, [77]))
    let files = [
      ("a.svg", TestSVG.kinds), ("b.svgz", TestSVG.compressed(TestSVG.kinds)),
      ("c", TestSVG.file(TestSVG.blurred + TestSVG.image(jpeg, kind: "jpeg"), width: 60, height: 40)),
    ]
    let studios = try ["none", "process"].map { isolation in
      let studio = try Studio("isolation: \(isolation)\n\(outputs)", sources: #"["photos/*"]"#)
      for (name, file) in files { try studio.folder.write(file, to: "photos/" + name) }
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      return studio
    }
    for stem in ["a", "b", "c"] {
      for ending in ["png", "jpg"] {
        #expect(
          try studios[0].folder.read("\(stem).\(ending)") == studios[1].folder.read("\(stem).\(ending)"))
      }
    }
    #expect(try studios[1].folder.read("a.png") == studios[1].folder.read("b.png"))
    for row in try studios[1].rows() { #expect(try row.source_sha256 == studios[1].sha256(row.source)) }
    #expect(
      try studios[1].text("job.manifest.jsonl").contains(
        #""decode":{"engine":"librsvg","scale":"8/8","region":[3,4,30,20],"size":[90,60]}"#))
    #expect(try studios[1].upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  private static let version: String? = OptionalLibrary.librsvg.version

  @Test("Only a job that draws loads librsvg, and names the versions in its manifest and its lock")
  func versions() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    try studio.add(Picture(width: 20, height: 10), "photos/a.jpg")
    let loads = ["LD_DEBUG": "files"]
    let photo = try CommandRun.upright(["run", "job.yaml"], in: studio.folder, environment: loads)
    #expect(photo.ending == .exit(0))
    #expect(photo.stderr.contains("libc.so") && !photo.stderr.contains("librsvg"))
    #expect(try !studio.text("job.manifest.jsonl").contains("librsvg"))
    try studio.folder.write(TestSVG.file("<path/>", width: 9, height: 7), to: "photos/b.svg")
    // The photo's output is still fresh.
    let both = try studio.upright("run", "job.yaml")
    #expect(both.stderr.contains("1 done before"), "\(both.stderr)")
    let versions =
      #","zlib":"[^"]*","cairo":"[^"]*","fontconfig":"[^"]*","librsvg":"\#(try #require(Self.version))\+[0-9a-f]{8}","pango":"[^"]*"}"#
    let pattern = try Regex(versions)
    let rows = try studio.text("job.manifest.jsonl").split(separator: "\n")
    #expect(rows.count == 2)
    for row in rows { #expect(row.contains(pattern)) }
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    #expect(try studio.text("job.lock.jsonl").contains(pattern))
    #expect(try studio.upright("run", "--locked", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.upright("plan", "--out", "plan.jsonl", "--shards", "2", "job.yaml").ending == .exit(0))
    for shard in ["0/2", "1/2"] {
      #expect(try studio.upright("run", "--plan", "plan.jsonl", "--shard", shard).ending == .exit(0))
    }
  }

  @Test("A drawing of another version of librsvg is made again, and the job's lock refuses it")
  func otherVersion() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestSVG.file("<path/>", width: 9, height: 7), to: "photos/b.svg")
    #expect(try studio.upright("lock", "job.yaml").ending == .exit(0))
    let version = try #require(Self.version)
    let lock = try studio.text("job.lock.jsonl")
    try studio.folder.write(
      lock.replacing(#""librsvg":"\#(version)"#, with: #""librsvg":"2.0.0"#), to: "job.lock.jsonl")
    let run = try studio.upright("run", "--locked", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("librsvg") && run.stderr.contains("2.0.0") && run.stderr.contains(version))
  }

  @Test("A plan shows the size of each drawing")
  func plan() throws {
    let studio = try Studio(
      "outputs: [{path: a.png, crop: '1,2,6,4', resize: {width: 60, enlarge: true}}]",
      sources: "[photos/a.svg]")
    try studio.folder.write(TestSVG.file("<path/>", width: 9, height: 7), to: "photos/a.svg")
    #expect(
      try studio.upright("plan", "job.yaml").stdout.contains(
        "  decode 1: drawn as 60x40, region 6x4+1+2 of the stored picture, 60x40 samples\n"))
    #expect(
      try studio.upright("plan", "--json", "job.yaml").stdout.contains(
        #""scale":"8/8","region":[1,2,6,4],"samples":[0,0,60,40]"#))
  }

  @Test(
    "Nothing is read or reached for an SVG that names other places", arguments: ["none", "process"])
  func references(_ isolation: String) throws {
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    let secret = studio.folder.path("secret.svg")
    try studio.folder.write(
      TestSVG.file("<rect id='r' width='9' height='9'/>", width: 9, height: 9), to: "secret.svg")
    let contents = [
      "<image href='\(secret)'/>", "<image path='file://\(secret)'/>", "<use href='file://\(secret)#r'/>",
      "<use href='http://127.0.0.1:9/a.svg#r'/>", "<rect fill='url(\(secret)#r)'/>",
      "<style>@import 'file://\(secret)';</style>", #"<rect style="fill:\75rl(\#(secret)#r)"/>"#,
    ]
    for (index, content) in contents.enumerated() {
      try studio.folder.write(TestSVG.file(content, width: 9, height: 9), to: "photos/\(index).svg")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.error?.code) == contents.map { _ in "svg_reference" })
  }

  @Test("Text fails its rows before anything is drawn")
  func text() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestSVG.file("<text>a</text>", width: 9, height: 9), to: "photos/a.svg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.error?.code) == ["svg_text"])
  }

  /// True if a font is installed.
  private static let hasFonts = OptionalLibrary.fontFolders.contains { folder in
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains { $0.hasSuffix(".ttf") } ?? false
  }

  @Test(
    "A job may take the installed fonts: a worker process draws what threads draw, and says so",
    .enabled(if: hasFonts, "no font is there"))
  func fonts() throws {
    let texts = [
      "", "font-weight='bold'", "font-family='monospace'", "font-family='serif' font-style='italic'",
    ]
    let studios = try ["none", "process"].map { isolation in
      let studio = try Studio(
        "isolation: \(isolation)\ndecode: {svg_text: system}\noutputs: [{path: '{stem}.png'}]",
        sources: #"["photos/*"]"#)
      for (index, attributes) in texts.enumerated() {
        try studio.folder.write(
          TestSVG.file("<text y='20' \(attributes)>aM\u{3B1}\u{4E2D}</text>", width: 60, height: 30),
          to: "photos/\(index).svg")
      }
      try studio.folder.write(TestSVG.file("", width: 60, height: 30), to: "photos/none.svg")
      #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
      return studio
    }
    let stems = texts.indices.map { "\($0)" } + ["none"]
    let outputs = try studios.map { studio in try stems.map { try studio.folder.read("\($0).png") } }
    #expect(outputs[0] == outputs[1])
    // Each text shows, and none looks as another.
    #expect(Set(outputs[1]).count > texts.count - 1)
    let warnings = try studios[1].rows().map { $0.warnings.map(\.code) }
    #expect(warnings == texts.map { _ in ["system_fonts"] } + [[]])
  }

  /// pango warns of a font size below 0. GLib would write the warning to stderr, or to the journal.
  @Test(
    "What pango complains of isn't told, and ends no worker process",
    .enabled(if: hasFonts, "no font is there"), arguments: ["none", "process"])
  func complaints(isolation: String) throws {
    let studio = try Studio(
      "isolation: \(isolation)\ndecode: {svg_text: system}\noutputs: [{path: '{stem}.png'}]",
      sources: #"["photos/*"]"#)
    for (index, size) in ["-1", "70000", "1e-9"].enumerated() {
      try studio.folder.write(
        TestSVG.file("<text y='20' font-size='\(size)'>a</text>", width: 60, height: 30),
        to: "photos/\(index).svg")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  /// Some of these scales are too much for cairo, which keeps the font in its state of error.
  @Test(
    "A drawing with text doesn't depend on the drawings before it",
    .enabled(if: hasFonts, "no font is there"), arguments: ["none", "process"])
  func history(isolation: String) throws {
    let drawings =
      ["", "font-size='40'", "font-size='70000'", ""].map { "<text y='20' \($0)>ab</text>" }
      + ["100000,0.00001", "0.00001,100000", "1e6", "1"].map {
        "<text y='20' transform='scale(\($0))'>ab</text>"
      }
    let names = drawings.indices.map { "photos/\($0).svg" }
    func made(_ order: [String], oneByOne: Bool = false) throws -> [[UInt8]?] {
      let studio = try Studio(
        "isolation: \(isolation)\ndecode: {svg_text: system}\noutputs: [{path: '{stem}.png'}]\n"
          + "on_error: {max_failures: 100%}", sources: "[\(order.joined(separator: ", "))]")
      for (name, drawing) in zip(names, drawings) {
        try studio.folder.write(TestSVG.file(drawing, width: 60, height: 30), to: name)
      }
      for name in oneByOne ? names : ["**"] {
        _ = try studio.upright("run", "--quiet", "--jobs", "1", "--only", name, "job.yaml")
      }
      return names.indices.map { try? studio.folder.read("\($0).png") }
    }
    let alone = try made(names, oneByOne: true)
    #expect(try made(names) == alone)
    #expect(try made(names.reversed()) == alone)
    #expect(alone[0] != nil && alone[7] == alone[0])
  }

  @Test("probe shows an SVG")
  func probe() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]")
    try studio.folder.write(TestSVG.file("<text>a</text>", width: 9, height: 7), to: "photos/b.svg")
    let probe = try studio.upright("probe", "--json", "photos/b.svg")
    #expect(probe.stdout.contains(#""format":"svg""#))
    #expect(probe.stdout.contains("system_fonts"))
  }
}
