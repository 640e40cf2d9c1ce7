import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// PNG files as sources, whatever they are called.
struct PNGRunTests {
  private static let exact = "quality: 100\nchroma: \"4:4:4\"\n"

  /// A colour picture that looks the same neither turned nor mirrored, as a file's samples.
  private static func png(_ picture: TestPicture, interlaced: Bool = false) -> TestPNG {
    TestPNG(
      picture.width, picture.height, type: [1: 0, 2: 4, 3: 2, 4: 6][picture.channels] ?? 2, depth: 8,
      isInterlaced: interlaced
    ) { Int(picture[$0, $1, $2]) }
  }

  private static func exif(_ orientation: UInt8) -> [UInt8] {
    TestPNG.chunk("eXIf", Array(KeptMetadata.Segment.exif(orientation: orientation).payload.dropFirst(6)))
  }

  /// The picture that a job of one output makes of a file.
  private static func output(_ file: [UInt8], _ keys: String = exact) throws -> TestPicture {
    let studio = try Studio("\(keys)outputs: [{path: x.jpg}]", sources: #"["photos/*"]"#)
    try studio.folder.write(file, to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let picture = try TestJPEG.decode(studio.folder.read("x.jpg")).picture
    return picture.channels == 1 ? picture : rgb(picture)
  }

  /// JFIF 1.02, "Conversion to and from RGB".
  private static func rgb(_ picture: TestPicture) -> TestPicture {
    TestPicture(width: picture.width, height: picture.height, channels: 3) { x, y, channel in
      let (luma, blue) = (Double(picture[x, y, 0]), Double(picture[x, y, 1]) - 128)
      let red = Double(picture[x, y, 2]) - 128
      let value = [luma + 1.402 * red, luma - 0.34414 * blue - 0.71414 * red, luma + 1.772 * blue][channel]
      return UInt8(min(max(value.rounded(), 0), 255))
    }
  }

  @Test("Pictures are turned as eXIf says", arguments: 1...8)
  func orientations(_ tag: Int) throws {
    let picture = TestPicture.smooth(width: 45, height: 31)
    var png = Self.png(picture)
    png.chunks = [Self.exif(UInt8(tag))]
    let found = try Self.output(png.file)
    #expect(found.largestDifference(picture.shown(UInt8(tag))) <= 4)
  }

  @Test("filter: point takes the same pixels of a picture as shown, however it is stored", arguments: 1...8)
  func nearest(_ tag: Int) throws {
    let picture = TestPicture(width: 14, height: 10, channels: 3) { x, y, channel in
      [UInt8(18 * x), UInt8(24 * y), 60][channel]
    }
    // floor((k + 1/2) * m / n) for k from 0: the middle of 9 columns lies between two of 14, and each of 5 rows
    // between two of 10.
    let (columns, rows) = ([0, 2, 3, 5, 7, 8, 10, 11, 13], [1, 3, 5, 7, 9])
    let expected = TestPicture(width: 9, height: 5, channels: 3) { x, y, channel in
      picture[columns[x], rows[y], channel]
    }
    var png = Self.png(picture.shown([6: 8, 8: 6][tag] ?? UInt8(tag)))
    png.chunks = [Self.exif(UInt8(tag))]
    let keys = Self.exact + "resize: {width: 9, height: 5, fit: fill, filter: point}\n"
    #expect(try Self.output(png.file, keys).largestDifference(expected) <= 4)
    let kept = try Self.output(png.file, keys + "orientation: keep\n")
    #expect(kept.shown(UInt8(tag)).largestDifference(expected) <= 4)
  }

  @Test("A crop and a resize give what they give for the same picture in other kinds of PNG")
  func sameBytes() throws {
    let picture = TestPicture(width: 90, height: 60, channels: 3) { x, y, channel in
      [UInt8((x / 7 + y / 5) % 4 * 80), UInt8((x + y) / 9 % 4 * 80), 40][channel]
    }
    let places = stride(from: 0, to: picture.samples.count, by: 3)
    let colors = Set(places.map { Array(picture.samples[$0..<$0 + 3]) }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let index = Dictionary(uniqueKeysWithValues: zip(colors, 0...))
    var palette = TestPNG(90, 60, type: 3, depth: 8) { x, y, _ in
      index[(0..<3).map { picture[x, y, $0] }] ?? 0
    }
    palette.chunks = [TestPNG.chunk("PLTE", colors.flatMap { $0 })]
    let deep = TestPNG(90, 60, type: 2, depth: 16) { Int(picture[$0, $1, $2]) * 257 }
    let opaque = TestPNG(90, 60, type: 6, depth: 8) { x, y, channel in
      channel == 3 ? 255 : Int(picture[x, y, channel])
    }
    let studio = try Studio(
      Self.exact + "outputs: [{path: '{stem}.jpg', crop: '5,7,70,41', resize: {width: 32}}]",
      sources: #"["photos/*"]"#)
    let files = [Self.png(picture), Self.png(picture, interlaced: true), palette, deep, opaque].map(\.file)
    for (name, file) in zip(["a.png", "b.jpg", "c.png", "d.tif", "e.png"], files) {
      try studio.folder.write(file, to: "photos/" + name)
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let first = try studio.folder.read("a.jpg")
    for name in ["b", "c"] { #expect(try studio.folder.read("\(name).jpg") == first, "\(name)") }
    // Those that are held in 16 bits are rounded later, or dithered.
    let samples = try TestJPEG.decode(first).picture
    for name in ["d", "e"] {
      let other = try TestJPEG.decode(studio.folder.read("\(name).jpg")).picture
      #expect(other.psnr(samples) >= 45, "\(name)")
    }
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(
      manifest.split(separator: "\n").allSatisfy { $0.contains(#""format":"png","stored_size":[90,60]"#) })
    #expect(
      manifest.split(separator: "\n").allSatisfy {
        $0.contains(#""decode":{"engine":"libpng","scale":"8/8","region":[5,7,70,41],"size":[70,41]}"#)
      })
  }

  @Test(
    "What isn't opaque lies over the background",
    arguments: [("#204080", [32, 64, 128]), ("#000", [0, 0, 0])])
  func background(_ text: String, _ color: [Double]) throws {
    let alpha = { (x: Int, y: Int) in UInt8((x * 5 + y) % 256) }
    let rgb = TestPicture.smooth(width: 60, height: 40)
    let file = TestPNG(60, 40, type: 6, depth: 8) { x, y, channel in
      Int(channel == 3 ? alpha(x, y) : rgb[x, y, channel])
    }.file
    let found = try Self.output(file, Self.exact + "background: \"\(text)\"\n")
    let expected = TestPicture(width: 60, height: 40, channels: 3) { x, y, channel in
      let part = Double(alpha(x, y)) / 255
      return UInt8((Double(rgb[x, y, channel]) * part + color[channel] * (1 - part)).rounded())
    }
    #expect(found.largestDifference(expected) <= 4)
  }

  @Test("Grey stays one plane, unless a coloured background shows through")
  func grey() throws {
    let file = TestPNG(30, 20, type: 4, depth: 8) { x, y, channel in channel == 0 ? 200 : 255 * (x / 15) }
      .file
    let over = { (text: String) in try Self.output(file, Self.exact + "background: \"\(text)\"\n") }
    let plain = try over("#646464")
    #expect(plain.channels == 1)
    #expect(abs(Int(plain[3, 3, 0]) - 100) <= 2 && abs(Int(plain[25, 3, 0]) - 200) <= 2)
    let coloured = try over("#ff0000")
    #expect(coloured.channels == 3)
    for (channel, value) in [255, 0, 0].enumerated() {
      #expect(abs(Int(coloured[3, 3, channel]) - value) <= 4)
      #expect(abs(Int(coloured[25, 3, channel]) - 200) <= 4)
    }
  }

  @Test("A broken file fails alone, and an animation is told")
  func odd() throws {
    let studio = try Studio("outputs: [{path: '{stem}.jpg'}]", sources: #"["photos/*"]"#)
    var animation = Self.png(.smooth(width: 20, height: 20))
    animation.chunks = [TestPNG.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]
    try studio.folder.write(animation.file, to: "photos/a.png")
    try studio.folder.write(Array(animation.file.dropLast(300)), to: "photos/b.png")
    var chunk = animation.file.dropLast(12) + TestPNG.chunk("IDAt", [1, 2, 3])
    chunk[chunk.count - 1] ^= 1
    try studio.folder.write(chunk + Array(animation.file.suffix(12)) + [9, 9], to: "photos/c.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    let animated = Row.Note(code: "animated", message: "an animation: one picture of it is taken")
    #expect(rows.map(\.warnings) == [[animated], [animated], [animated]])
    let faults = ["the file ends too early", "IDAt: CRC error"].map {
      Row.Note(code: "corrupt", message: "damaged image data: \($0)")
    }
    #expect(rows.map(\.error) == [nil] + faults)
    for row in rows { #expect(try row.source_sha256 == studio.sha256(row.source)) }
  }

  @Test(
    "A profile goes along, or its loss is told; no worker's bound is in its way",
    arguments: ["none", "process"])
  func profiles(isolation: String) throws {
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [{path: '{stem}.jpg', resize: {width: 9}}]",
      sources: #"["photos/*"]"#)
    // 3 MiB of zeros are 3 kB when compressed, but not here.
    for (name, space, count) in [("a", "RGB ", 1 << 20), ("b", "RGB ", 5 << 20), ("c", "GRAY", 200)] {
      var png = Self.png(.smooth(width: 20, height: 20))
      var profile = [UInt8](repeating: 0, count: count)
      profile.replaceSubrange(0..<4, with: PictureBuilder.big(count, 4))
      profile.replaceSubrange(8..<24, with: [4, 0, 0, 0] + Array("mntr\(space)XYZ ".utf8))
      profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
      profile.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
      png.chunks = [TestPNG.chunk("iCCP", Array("p\0\0".utf8) + TestPNG.stored(profile))]
      try studio.folder.write(png.file, to: "photos/\(name).png")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let lost = Row.Note(
      code: "icc_dropped",
      message: "the ICC profile can't be kept: it is broken, too large, or not one for its picture")
    #expect(try studio.rows().map(\.warnings) == [[], [lost], [lost]])
    #expect(try studio.folder.read("a.jpg").count > 1 << 20)
  }
}
