import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// TIFF files as sources, whatever they are called, and as outputs.
struct TIFFRunTests {
  private static func tiff(_ picture: TestPicture) -> TestTIFF {
    TestTIFF(
      picture.width, picture.height, photometric: picture.channels < 3 ? 1 : 2, channels: picture.channels,
      bits: 8
    ) { Int(picture[$0, $1, $2]) }
  }

  @Test(
    "A crop and a resize give what they give for the same picture as PNG", arguments: ["none", "process"])
  func sameBytes(isolation: String) throws {
    let picture = TestPicture.smooth(width: 90, height: 60)
    let png = TestPNG(90, 60, type: 2, depth: 8) { Int(picture[$0, $1, $2]) }
    var tiles = Self.tiff(picture)
    (tiles.tile, tiles.isPlanar, tiles.compression) = ((16, 32), true, .lzw)
    var strips = Self.tiff(picture)
    (strips.isBigEndian, strips.compression) = (true, .deflate)
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [{path: '{stem}.jpg', crop: '5,7,70,41', resize: {width: 32}}]",
      sources: #"["photos/*"]"#)
    for (name, file) in [
      ("a.png", png.file), ("b.tif", Self.tiff(picture).file), ("c.jpg", tiles.file), ("d", strips.file),
    ] {
      try studio.folder.write(file, to: "photos/" + name)
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for name in ["b", "c", "d"] {
      #expect(try studio.folder.read("\(name).jpg") == studio.folder.read("a.jpg"), "\(name)")
    }
    for row in try studio.rows() { #expect(try row.source_sha256 == studio.sha256(row.source)) }
    #expect(
      try studio.text("job.manifest.jsonl").contains(
        #""decode":{"engine":"libtiff","scale":"8/8","region":[5,7,70,41],"size":[70,41]}"#))
  }

  @Test("A page is a picture of its own, with its own size and orientation")
  func pages() throws {
    let pictures = [
      TestPicture.smooth(width: 40, height: 30), .plain(width: 24, height: 16, [200, 10, 90]),
      .smooth(width: 33, height: 21, channels: 1),
    ]
    var pages = pictures.map(Self.tiff)
    pages[2].fields = [TIFFBuilder.Field(tag: 0x112, type: 3, count: 1, value: [6, 0])]
    let studio = try Studio(
      "outputs: [{path: '{id}.tif'}]",
      sources:
        "[{path: photos/a.tif, id: all}, {path: photos/a.tif, id: b, page: 1}, {path: photos/a.tif, id: c, page: 2}, "
        + "{path: photos/a.tif, id: d, page: 3}, {path: photos/e.png, id: e, page: 1}]")
    try studio.folder.write(TestTIFF.file(pages), to: "photos/a.tif")
    try studio.folder.write(TestPNG(9, 9, type: 2, depth: 8) { x, _, _ in x }.file, to: "photos/e.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    for (name, picture) in zip(["all", "b", "c"], [pictures[0], pictures[1], pictures[2].shown(6)]) {
      let found = try TestTIFF.content(studio.folder.read("\(name).tif"))
      #expect(found.samples == picture.samples.map(Int.init), "\(name)")
      #expect(found.fields[0x100] == [picture.width])
    }
    let rows = try studio.rows()
    #expect(
      rows.map(\.error?.message) == [nil, nil, nil, "it has no page 3", "it has no page 1"])
    let manifest = try studio.text("job.manifest.jsonl").split(separator: "\n")
    #expect(manifest[0].contains(#""decode":{"engine":"libtiff","scale":"#))
    #expect(manifest[2].contains(#""decode":{"engine":"libtiff","page":2,"scale":"#))
  }

  /// The copies are of other colours than the picture, so that outputs tell which of them was decoded.
  @Test("A smaller copy is decoded where it serves an output", arguments: ["none", "process"])
  func reduced(isolation: String) throws {
    let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([200, 10, 10], [10, 180, 20], [20, 30, 220])
    var picture = Self.tiff(.plain(width: 81, height: 60, red))
    picture.copies = [Self.tiff(.plain(width: 40, height: 30, green)).marked(1)]
    let pages = [picture, Self.tiff(.plain(width: 20, height: 15, blue)).marked(1)]
    let sizes = [("a", 10, blue), ("b", 11, green), ("c", 20, green), ("d", 21, red), ("e", 81, red)]
    let outputs = sizes.map { name, width, _ in "{path: \(name).tif, resize: {width: \(width)}}" }
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [\(outputs.joined(separator: ", "))]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestTIFF.file(pages), to: "photos/a.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for (name, width, color) in sizes {
      let found = try TestTIFF.content(studio.folder.read("\(name).tif"))
      #expect(found.fields[0x100] == [width])
      let isPlain = found.samples.indices.allSatisfy { found.samples[$0] == Int(color[$0 % 3]) }
      #expect(isPlain, "\(name)")
    }
    let rows = try studio.text("job.manifest.jsonl").split(separator: "\n")
    for (row, decode) in zip(
      rows,
      [
        #""source":"reduced_image","scale":"8/8","region":[0,0,81,60],"size":[21,15]}"#,
        #""source":"reduced_image","scale":"8/8","region":[0,0,81,60],"size":[41,30]}"#,
        #""source":"reduced_image","scale":"8/8","region":[0,0,81,60],"size":[41,30]}"#,
        #""scale":"8/8","region":[0,0,81,60],"size":[81,60]}"#,
      ])
    { #expect(row.contains(#""decode":{"engine":"libtiff",\#(decode)"#)) }
    let plan = try studio.upright("plan", "job.yaml").stdout
    #expect(
      plan.contains(
        "  decode 1: smaller copy 20x15, scale 8/8, region 81x60+0+0 of the stored picture, 21x15 samples\n")
    )
  }

  /// The copy is the mean of each 2x2 pixels, as pyramids are made; the last column and row are left out.
  @Test(
    "A crop of a copy shows what a crop of the picture shows",
    arguments: ["20,10,60,40", "61,31,60,40", "-9,-7,60,40"])
  func reducedCrop(region: String) throws {
    let picture = TestPicture.smooth(width: 121, height: 71)
    var pyramid = Self.tiff(picture)
    let half = TestPicture(width: 60, height: 35, channels: 3) { x, y, channel in
      let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(2) {
        $0 + Int(picture[2 * x + $1.0, 2 * y + $1.1, channel])
      }
      return UInt8(sum / 4)
    }
    pyramid.copies = [Self.tiff(half).marked(1)]
    let studio = try Studio(
      "outputs: [{path: '{stem}-out.tif', crop: {region: '\(region)', out_of_bounds: pad}, resize: {width: 15}}]",
      sources: #"["photos/*"]"#)
    try studio.folder.write(pyramid.file, to: "photos/a.tif")
    try studio.folder.write(Self.tiff(picture).file, to: "photos/b.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let found = try ["a", "b"].map { name in
      let content = try TestTIFF.content(studio.folder.read("\(name)-out.tif"))
      return TestPicture(width: 15, height: 10, channels: 3, samples: content.samples.map { UInt8($0) })
    }
    #expect(found[0].psnr(found[1]) >= 45)
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(manifest.split(separator: "reduced_image").count == 2)
  }

  @Test("Damage in a copy is said to be there")
  func damagedCopy() throws {
    var pyramid = Self.tiff(.smooth(width: 64, height: 48))
    pyramid.copies = [Self.tiff(.smooth(width: 32, height: 24)).marked(1)]
    pyramid.copies[0].compression = .lzw
    var file = pyramid.file
    // The copy's strips come first; zeros are no LZW data.
    file.replaceSubrange(8..<600, with: [UInt8](repeating: 0, count: 592))
    let studio = try Studio(
      "outputs: [{path: '{stem}-l.tif'}, {path: '{stem}-s.tif', resize: {width: 16}}]",
      sources: #"["photos/*"]"#)
    try studio.folder.write(file, to: "photos/a.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.output) == ["a-l.tif", "a-s.tif"])
    #expect(rows.map(\.error?.code) == [nil, "corrupt"])
    #expect(rows[1].error?.message.hasPrefix("smaller copy: damaged image data: ") == true)
  }

  @Test("Clipped samples of a TIFF are a note, which verify confirms")
  func clipped() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    var float = TestTIFF(9, 9, photometric: 1, channels: 1, bits: 32) { x, _, _ in
      Int((Float(x) / 4 - 0.5).bitPattern)
    }
    float.format = 3
    try studio.folder.write(float.file, to: "photos/a.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    // -0.5, -0.25, 1.25 and 1.5 in each of 9 rows.
    let note = Row.Note(
      code: "samples_clipped", message: "36 samples were darker than black or brighter than white")
    #expect(try studio.rows().first?.notes.contains(note) == true)
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    let manifest = try studio.text("job.manifest.jsonl")
    try studio.folder.write(
      manifest.replacing("36 samples", with: "35 samples"), to: "job.manifest.jsonl")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(1))
  }

  @Test("What isn't taken fails alone, by its name")
  func refused() throws {
    let studio = try Studio("outputs: [{path: '{stem}.jpg'}]", sources: #"["photos/*"]"#)
    let lab = TestTIFF(9, 9, photometric: 10, channels: 3, bits: 8) { x, _, _ in x }
    let sound = Self.tiff(.smooth(width: 20, height: 20))
    try studio.folder.write(lab.file, to: "photos/a.tif")
    try studio.folder.write(sound.file, to: "photos/b.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let fault = Row.Note(code: "lab", message: "TIFF in ITU L*a*b* is not supported")
    #expect(try studio.rows().map(\.error) == [fault, nil])
  }

  /// libtiff takes such a field for none, and would show the picture inverted.
  @Test("A photometric interpretation of 257 values is damage, in each run")
  func severalInterpretations() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    var tiff = TestTIFF(20, 10, photometric: 0, channels: 1, bits: 8) { x, y, _ in x * y }
    tiff.fields = [TIFFBuilder.Field(tag: 262, type: 3, count: 257, value: [UInt8](repeating: 0, count: 514))]
    try studio.folder.write(tiff.file, to: "photos/a.tif")
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
      #expect(
        try studio.rows().map(\.error) == [
          Row.Note(
            code: "corrupt",
            message: "its photometric interpretation (tag 262) has 257 values, and must have one")
        ])
    }
  }

  @Test("An output holds the picture's samples, its depth and its alpha, and has the same bytes each time")
  func outputs() throws {
    for (type, depth, channels) in [(0, 8, 1), (0, 16, 1), (2, 8, 3), (6, 8, 4), (6, 16, 4)] {
      // Of several strips, and opaque, so that nothing is lost in converting.
      let png = TestPNG(300, 250, type: type, depth: depth) { x, y, channel in
        channel == 3 ? 1 << depth - 1 : (x * 3 + y * 7 + x * y * channel) & (1 << depth - 1)
      }
      let studio = try Studio(
        """
        outputs:
        - {path: n.tif, compression: none}
        - {path: l.tiff}
        - {path: d.tif, compression: deflate}
        - {path: again/l.tif}
        """, sources: #"["photos/*"]"#)
      try studio.folder.write(png.file, to: "photos/a.png")
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      let lzw = try TestTIFF.content(studio.folder.read("l.tiff"))
      let plain = try TestTIFF.content(studio.folder.read("n.tif"))
      #expect(lzw.samples == png.samples)
      #expect(plain.samples == png.samples)
      #expect(try studio.folder.read("again/l.tif") == studio.folder.read("l.tiff"))
      #expect(plain.fields[0x102] == [Int](repeating: depth, count: channels))
      #expect(plain.fields[0x152] == (channels == 4 ? [2] : nil))
      #expect([plain, lzw].map { $0.fields[0x103] } == [[1], [5]])
      #expect(try TestTIFF.content(studio.folder.read("d.tif")).fields[0x103] == [8])
      // Neither a date nor a program, and no orientation where no EXIF is kept.
      #expect([0x112, 0x131, 0x132].allSatisfy { lzw.fields[$0] == nil })
      let bytes = 300 * channels * depth / 8
      #expect(plain.fields[0x116] == [65536 / bytes])
      #expect(plain.fields[0x117]?.first == 65536 / bytes * bytes)
    }
  }

  @Test("A kept orientation is a field of the directory, and the profile and XMP go along")
  func metadata() throws {
    let studio = try Studio(
      "orientation: keep\nmetadata: {keep: [icc, xmp]}\noutputs: [{path: '{stem}-out.tif'}]",
      sources: #"["photos/*"]"#)
    var profile = [UInt8](repeating: 0, count: 200)
    profile.replaceSubrange(0..<4, with: PictureBuilder.big(200, 4))
    profile.replaceSubrange(8..<24, with: [4, 0, 0, 0] + Array("mntrRGB XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    var tiff = Self.tiff(.smooth(width: 30, height: 20))
    tiff.fields = [
      TIFFBuilder(isBigEndian: false).short(0x112, 6),
      .init(tag: 0x8773, type: 7, count: profile.count, value: profile),
    ]
    try studio.folder.write(tiff.file, to: "photos/a.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let out = try TestTIFF.content(studio.folder.read("a-out.tif"))
    #expect(out.fields[0x112] == [6])
    #expect(out.fields[0x100] == [30])
    #expect(out.fields[0x8773] == profile.map(Int.init))
    #expect(try studio.rows().map(\.warnings) == [[]])
  }
}
