import ImageModel
import TestSupport
import Testing

/// Runs and probes of icons, cursors and XBM.
struct IconTests {
  /// The pictures of the entries of ``TestIcon/mixed(isCursor:)``: red, green, blue and alpha of each pixel.
  private static let pictures: [TestPicture] = [
    TestPicture(width: 9, height: 7, channels: 4) { x, y, channel in
      let index = (x * 3 + y) & 15
      return [UInt8(index * 16), UInt8(index * 5), 9, (x + y) % 3 == 0 ? 0 : 255][channel]
    },
    TestPicture(width: 19, height: 11, channels: 4) { x, y, channel in
      let pixel = (x * 0x0A_0305 + y * 0x1111_0907) & 0xFFFF_FFFF
      return UInt8(pixel >> [16, 8, 0, 24][channel] & 255)
    },
    TestPicture(width: 13, height: 8, channels: 4) { x, y, channel in
      UInt8((x * 7 + y * 31 + channel * 60) & 255)
    },
  ]

  private static func studio(_ source: String, _ keys: String = "", isCursor: Bool = false) throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: '{stem}-{page}.tif'}]\n\(keys)", sources: "[\(source)]")
    try studio.folder.write(TestIcon.mixed(isCursor: isCursor).file, to: "photos/a.ico")
    return studio
  }

  private static func expect(
    _ page: Int, in name: String, _ studio: Studio, location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try TestTIFF.content(studio.folder.read("out/\(name)"))
    #expect(found.samples == pictures[page].samples.map(Int.init), sourceLocation: location)
  }

  @Test(
    "Without a page, the largest entry is taken, by a run and by a shard", arguments: ["none", "process"])
  func mainEntry(isolation: String) throws {
    let studio = try Self.studio("photos/a.ico", "isolation: \(isolation)")
    #expect(
      try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try Self.expect(1, in: "a-000001.tif", studio)
    #expect(
      try studio.text("job.manifest.jsonl").contains(#""format":"ico""#)
        && studio.text("job.manifest.jsonl").contains(#""decode":{"engine":"icon","page":1"#))
    #expect(try studio.upright("verify", "--render", "1", "job.manifest.jsonl").ending == .exit(0))
    #expect(try studio.shell("rm -r out").ending == .exit(0))
    #expect(try studio.upright("plan", "--out", "p.jsonl", "job.yaml").ending == .exit(0))
    #expect(try studio.upright("run", "--quiet", "--plan", "p.jsonl") == CommandRun(.exit(0)))
    try Self.expect(1, in: "a-000001.tif", studio)
  }

  @Test("A job names an entry, or takes all", arguments: [false, true])
  func pages(isCursor: Bool) throws {
    let one = try Self.studio("{path: photos/a.ico, page: 0}", isCursor: isCursor)
    #expect(try one.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try Self.expect(0, in: "a-000000.tif", one)
    let all = try Self.studio("{path: photos/a.ico, page: all}", isCursor: isCursor)
    #expect(try all.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for page in 0..<3 { try Self.expect(page, in: "a-00000\(page).tif", all) }
    #expect(try all.rows().map(\.id) == ["a#0", "a#1", "a#2"])
  }

  @Test("A broken entry is one failed row that names it")
  func broken() throws {
    let studio = try Self.studio("{path: photos/a.ico, page: all}")
    var icon = TestIcon.mixed()
    icon.entries[2].place = 100_000
    try studio.folder.write(icon.file, to: "photos/a.ico")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(
      try studio.rows().map(\.error)
        == [nil, nil, Row.Note(code: "bad_header", message: "entry 2 lies outside the file")])
  }

  @Test("An XBM becomes a grey picture")
  func xbm() throws {
    let studio = try Studio("outputs: [{path: out.tif}]", sources: "[photos/a.xbm]")
    let xbm = TestXBM(21, 9) { x, y in (x + y * 3) % 5 < 2 }
    try studio.folder.write(xbm.file, to: "photos/a.xbm")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let found = try TestTIFF.content(studio.folder.read("out.tif"))
    #expect(found.fields[0x115] == [1])
    #expect(found.samples == xbm.pixels.map { $0 ? 0 : 255 })
  }

  @Test("A probe shows the pages and the hot spots of a cursor")
  func probe() throws {
    let studio = try Studio()
    var icon = TestIcon.mixed(isCursor: true)
    icon.entries[0].numbers = (3, 5)
    icon.entries[1].numbers = (8, 0)
    icon.entries[2].place = 100_000
    let file = icon.file
    try studio.folder.write(file, to: "a.cur")
    #expect(
      try studio.upright("probe", "a.cur")
        == CommandRun(
          .exit(0),
          stdout: """
            a.cur
              format        cur
              stored size   19x11
              display size  19x11
              orientation   none, as stored
              coding        8 bits
              colour        rgb, alpha
              pages         3
              page 0        9x7, hot spot 3, 5
              page 1        19x11, hot spot 8, 0
              page 2        entry 2 lies outside the file (bad_header)
              page          1, unless a job names another
              hot spot      8, 0
              file          \(ByteCount.text(file.count))

            """))
    let json = try studio.upright("probe", "--json", "a.cur").stdout
    #expect(
      json.contains(
        #""page":1,"hot_spot":[8,0],"pages":[{"page":0,"stored_size":[9,7],"display_size":[9,7],"hot_spot":[3,5]},"#
      ))
    var xbm = TestXBM(21, 9) { x, y in x == y }
    xbm.hotSpot = (0, 2)
    try studio.folder.write(xbm.file, to: "a.xbm")
    #expect(try studio.upright("probe", "a.xbm").stdout.contains("\n  hot spot      0, 2\n"))
  }

  @Test("OS/2's icons are refused by their name")
  func os2() throws {
    let studio = try Studio()
    let names = ["CI": "an OS/2 icon", "BA": "an array of OS/2 bitmaps or icons"]
    for (letters, name) in names {
      let length: UInt8 = letters == "CI" ? 26 : 40
      try studio.folder.write(Array(letters.utf8) + [length, 0, 0, 0, 0, 0], to: "a.ico")
      let message = "this is \(name), not an image format that is read"
      #expect(try studio.upright("probe", "a.ico").stderr.contains(message))
    }
  }
}
