import Foundation
import TestSupport
import Testing

/// EXIF in the text of PNGs, as exiftool finds it there.
struct RawProfileTests {
  /// A big-endian block that says orientation 6 (EXIF 2.32, section 4.6.2).
  private static let block: [UInt8] =
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]

  /// The text for a block, 36 bytes a line, which says `length`.
  private static func text(_ block: [UInt8], length: Int? = nil) -> [UInt8] {
    let digits = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0...].prefix(36).joined() }
    return Array(
      "\nexif\n\(String(repeating: " ", count: 6))\(length ?? block.count)\n\(lines.joined(separator: "\n"))\n"
        .utf8)
  }

  private static func chunk(_ name: String, _ text: [UInt8], isDeflated: Bool) -> [UInt8] {
    let keyword = Array("Raw profile type \(name)".utf8) + [0]
    return isDeflated
      ? TestPNG.chunk("zTXt", keyword + [0] + TestPNG.stored(text)) : TestPNG.chunk("tEXt", keyword + text)
  }

  /// A PNG of 20x10 pixels.
  private static func png(_ chunks: [[UInt8]]) -> [UInt8] {
    var png = TestPNG(20, 10, type: 2, depth: 8) { x, y, channel in (x * 12 + y * 7 + channel * 40) % 256 }
    png.chunks = chunks
    return png.file
  }

  private static func made(_ file: [UInt8], _ keys: String = "") throws -> (
    studio: Studio, row: Row, png: [UInt8]
  ) {
    let studio = try Studio("\(keys)\noutputs: [{path: x.png}]", sources: #"["a.png"]"#)
    try studio.folder.write(file, to: "a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    return (studio, try #require(try studio.rows().first), try studio.folder.read("x.png"))
  }

  @Test(
    "It turns the picture as 'eXIf' does, and probe shows it", arguments: ["exif", "APP1"], [false, true])
  func turns(_ name: String, _ isDeflated: Bool) throws {
    let expected = try Self.made(Self.png([TestPNG.chunk("eXIf", Self.block)])).png
    for block in [Array("Exif\0\0".utf8) + Self.block, Self.block] {
      let made = try Self.made(Self.png([Self.chunk(name, Self.text(block), isDeflated: isDeflated)]))
      #expect(made.png == expected)
      #expect(made.row.output_size == [10, 20] && made.row.warnings == [])
      // exiftool wants the name before the block, as ImageMagick writes it.
      if block.starts(with: Array("Exif".utf8)) {
        #expect(try made.studio.shell("exiftool -q -n -s -s -s -Orientation a.png").stdout == "6\n")
      }
      let probe = try made.studio.upright("probe", "--json", "a.png").stdout
      #expect(
        probe.contains(#""orientation":6"#) && probe.contains(#"{"kind":"exif","bytes":26}"#), "\(probe)")
    }
  }

  @Test("It is kept as EXIF is")
  func kept() throws {
    let block = Array("Exif\0\0".utf8) + Self.block
    let made = try Self.made(
      Self.png([Self.chunk("exif", Self.text(block), isDeflated: true)]),
      "orientation: keep\nmetadata: {keep: [exif]}")
    #expect(made.row.warnings == [])
    #expect(try made.studio.shell("exiftool -q -n -s -s -s -Orientation x.png").stdout == "6\n")
    #expect(made.row.output_size == [20, 10])
  }

  @Test("'eXIf' counts before it")
  func order() throws {
    var other = Self.block
    other[19] = 3
    let both = Self.png([
      Self.chunk("exif", Self.text(Array("Exif\0\0".utf8) + other), isDeflated: false),
      TestPNG.chunk("eXIf", Self.block),
    ])
    #expect(try Self.made(both).png == Self.made(Self.png([TestPNG.chunk("eXIf", Self.block)])).png)
  }

  @Test("One that can't be read, or that unpacks to too much, is said and turns nothing")
  func broken() throws {
    let name = Array("Exif\0\0".utf8)
    let bomb = [UInt8](repeating: 0x30, count: 300_000)
    let texts = [
      Self.text(name + Self.block, length: 99), Self.text(name + Self.block, length: 70_000),
      Array("\nexif\n 3\nzz".utf8), [],
      Self.text(Array("none".utf8)), Self.text(name + Self.block) + bomb,
    ]
    for (place, text) in texts.enumerated() {
      for isDeflated in [false, true] {
        let made = try Self.made(
          Self.png([Self.chunk("exif", text, isDeflated: isDeflated)]), "metadata: {keep: [exif]}")
        #expect(made.row.warnings.map(\.code) == ["orientation_invalid", "exif_dropped"], "\(place)")
        #expect(made.row.output_size == [20, 10], "\(place)")
      }
    }
  }
}
