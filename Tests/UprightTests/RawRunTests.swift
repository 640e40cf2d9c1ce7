import ImageModel
import Imaging
import TestSupport
import Testing

/// Raw files as sources.
struct RawRunTests {
  /// A different light in each corner.
  private static func corners(_ width: Int, _ height: Int) -> TestDNG {
    TestDNG(width, height) { x, y, color in
      let isRight = x >= width / 2, isLow = y >= height / 2
      let lit = isRight ? (isLow ? 2 : 1) : (isLow ? 3 : 0)
      return lit == 3 || lit == color ? 0.6 : 0.02
    }
  }

  /// The brightest channel of each corner of a picture, or 3 for white: top left, top right, bottom right, bottom left.
  private static func corners(of picture: TestPicture) -> [Int] {
    let (right, bottom) = (picture.width - 6, picture.height - 6)
    return [(5, 5), (right, 5), (right, bottom), (5, bottom)].map { x, y in
      let lit = (0..<3).filter { picture[x, y, $0] > 120 }
      return lit.count == 3 ? 3 : lit.first ?? -1
    }
  }

  private static func picture(_ file: [UInt8]) throws -> TestPicture {
    let found = TestTIFF.content(file)
    let (width, height) = (found.fields[0x100]?.first ?? 0, found.fields[0x101]?.first ?? 0)
    return TestPicture(
      width: width, height: height, channels: 3, samples: found.samples.map { UInt8($0 >> 8) })
  }

  @Test(
    "The eight orientations are applied once, at half size and at full size",
    arguments: ["half", "full"], ["none", "process"])
  func orientations(_ raw: String, isolation: String) throws {
    let studio = try Studio(
      "isolation: \(isolation)\ndecode: {raw: \(raw)}\noutputs: [{path: '{stem}.tif', compression: none}]",
      sources: "[photos/*.dng]")
    for tag in 1...8 {
      var dng = Self.corners(64, 48)
      dng.orientation = tag
      try studio.folder.write(dng.file, to: "photos/\(tag).dng")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let stored = try Self.picture(studio.folder.read("1.tif"))
    #expect(Self.corners(of: stored) == [0, 1, 2, 3])
    for tag in 2...8 {
      let shown = stored.shown(UInt8(tag))
      #expect(try Self.picture(studio.folder.read("\(tag).tif")) == shown, "\(tag)")
    }
  }

  @Test("The preview serves small outputs, and raw data the others")
  func preview() throws {
    let studio = try Studio(
      "outputs: [{path: 's.jpg', resize: {width: 40}}, {path: 'l.tif', compression: none}]",
      sources: "[photos/a.dng]")
    var dng = TestDNG(120, 80) { _, _, _ in 0.02 }
    let light = try TestJPEG(.ycbcr).file(.plain(width: 60, height: 40, [220, 128, 128]))
    dng.previews = [TestDNG.Preview(light, 60, 40)]
    try studio.folder.write(dng.file, to: "photos/a.dng")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let small = try TestJPEG.decode(studio.folder.read("s.jpg")).picture
    #expect((215...225).contains(small[20, 10, 0]))
    #expect(try Self.picture(studio.folder.read("l.tif"))[60, 40, 0] < 60)
    let manifest = try studio.text("job.manifest.jsonl").split(separator: "\n")
    #expect(manifest.contains { $0.contains(#""decode":{"engine":"libjpeg","source":"preview","scale":"#) })
    #expect(
      manifest.contains {
        $0.contains(#""decode":{"engine":"libraw","scale":"8/8","region":[0,0,120,80],"size":[120,80]}"#)
      })
  }

  @Test("Makers' own formats fail by name, and a damaged DNG is corrupt")
  func refused() throws {
    let studio = try Studio("outputs: [{path: '{stem}.jpg'}]", sources: "['photos/*']")
    var nikon = Self.corners(64, 48)
    (nikon.isBare, nikon.camera) = (true, ("NIKON CORPORATION", "NIKON D850"))
    let small = try TestJPEG(.ycbcr).file(.plain(width: 32, height: 24, [220, 128, 128]))
    nikon.previews = [TestDNG.Preview(small, 32, 24)]
    try studio.folder.write(nikon.file, to: "photos/a.nef")
    try studio.folder.write(
      Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 99), to: "photos/b.raf")
    var cut = Self.corners(64, 48)
    cut.fields = [TIFFBuilder(isBigEndian: false).long(0x111, 6000)]
    try studio.folder.write(cut.file, to: "photos/c.dng")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(
      try studio.rows().map { $0.error?.code } == ["raw_unsupported", "raw_unsupported", "corrupt"])
  }

  @Test("A probe tells of the raw picture")
  func probe() throws {
    let studio = try Studio("outputs: [{path: a.jpg}]", sources: "[photos/a.dng]")
    var dng = Self.corners(64, 48)
    (dng.orientation, dng.bits, dng.storage) = (6, 12, .packed)
    let small = try TestJPEG(.ycbcr).file(.plain(width: 32, height: 24, [220, 128, 128]))
    dng.previews = [TestDNG.Preview(small, 32, 24)]
    try studio.folder.write(dng.file, to: "photos/a.dng")
    let text = try studio.upright("probe", "photos/a.dng").stdout
    for line in [
      "format        raw", "stored size   64x48", "display size  48x64", "coding        12 bits",
      "previews      32x24",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(try studio.upright("probe", "--json", "photos/a.dng").stdout.contains(#""previews":[[32,24]]"#))
  }
}
