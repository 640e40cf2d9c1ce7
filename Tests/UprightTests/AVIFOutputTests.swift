import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// AVIF files as outputs.
struct AVIFOutputTests {
  private static func png(_ picture: TestPicture, deep: Bool = false) -> [UInt8] {
    TestPNG(
      picture.width, picture.height, type: [1: 0, 2: 4, 3: 2, 4: 6][picture.channels] ?? 2,
      depth: deep ? 16 : 8
    ) { Int(picture[$0, $1, $2]) * (deep ? 257 : 1) }.file
  }

  private static func header(_ file: [UInt8]) throws -> PictureHeader {
    try PictureHeader.read(from: ByteSource(file))
  }

  @Test("The same bytes come out wherever and however often they are made")
  func sameBytes() throws {
    let picture = TestPicture.noisy(width: 130, height: 90, channels: 4)
    let outputs = "outputs: [{path: 'x-{width}.avif'}, {path: 'small.avif', resize: {width: 40}, depth: 12}]"
    var made: [[[UInt8]]] = []
    for isolation in ["process", "none", "process"] {
      let studio = try Studio("isolation: \(isolation)\n\(outputs)", sources: #"["photos/*"]"#)
      try studio.folder.write(Self.png(picture), to: "photos/a.png")
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      made.append(try ["x-130.avif", "small.avif"].map { try studio.folder.read($0) })
    }
    #expect(made[0] == made[1] && made[0] == made[2])
    #expect(try made[0].map { try Self.header($0).bits } == [8, 12])
    #expect(try made[0].allSatisfy { try Self.header($0).hasAlpha })
  }

  @Test("Every speed runs in a worker", arguments: 0...9)
  func speeds(_ speed: Int) throws {
    let studio = try Studio(
      "sandbox: require\nspeed: \(speed)\ndepth: 10\noutputs: [{path: x.avif}]", sources: #"["photos/*"]"#)
    try studio.folder.write(Self.png(.noisy(width: 150, height: 70)), to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Self.header(studio.folder.read("x.avif")).bits == 10)
  }

  @Test("Of more than 8 bits 10 are kept, unless others are asked for")
  func depths() throws {
    let studio = try Studio(
      """
      outputs:
        - path: a/{stem}.avif
        - path: b/{stem}.avif
          depth: 8
        - path: c/{stem}.avif
          depth: 12
      """, sources: #"["photos/*"]"#)
    let picture = TestPicture.smooth(width: 40, height: 30)
    try studio.folder.write(Self.png(picture, deep: true), to: "photos/deep.png")
    try studio.folder.write(Self.png(picture), to: "photos/flat.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let bits = try ["a", "b", "c"].flatMap { folder in
      try ["deep", "flat"].map { try Self.header(studio.folder.read("\(folder)/\($0).avif")).bits }
    }
    #expect(bits == [10, 8, 8, 8, 12, 12])
    let dithered = try studio.rows().filter { $0.warnings.contains { $0.code == "dithered" } }
    #expect(dithered.map(\.output) == ["b/deep.avif"])
  }

  @Test("An AVIF stays one where its format is kept")
  func same() throws {
    let studio = try Studio(
      "format: same\nquality: 100\noutputs: [{path: 'x/{name}'}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.still().bytes, to: "photos/color.avif")
    try studio.folder.write(TestAV1.still(TestAV1.grey).bytes, to: "photos/grey.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let headers = try ["color", "grey"].map { try Self.header(studio.folder.read("x/\($0).avif")) }
    #expect(headers.map(\.format) == [.avif, .avif])
    #expect(headers.map { $0.colors == .grey } == [false, true])
  }

  @Test("A kept orientation shows the picture as its source does", arguments: 1...8)
  func orientations(_ tag: Int) throws {
    let studio = try Studio("outputs: [{path: kept.avif, orientation: keep, quality: 100}]")
    var picture = Picture.tagged(UInt8(tag), width: 45, height: 31)
    picture.isGrey = true
    try studio.add(picture, "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let file = try studio.folder.read("kept.avif")
    let source = ByteSource(file)
    let header = try Self.header(file)
    #expect(header.storedSize == PixelSize(width: 45, height: 31))
    #expect(try OrientationReading.read(header, from: source).tag?.rawValue == UInt8(tag))
    // Once more, upright: turned once, and not by EXIF again.
    try studio.job("sources: [kept.avif]\nquality: 100\nchroma: 4:4:4\noutputs: [{path: x.jpg}]", "b.yaml")
    #expect(try studio.upright("run", "--quiet", "b.yaml") == CommandRun(.exit(0)))
    let shown = try TestJPEG.decode(studio.folder.read("x.jpg")).picture
    let expected = try TestJPEG.decode(studio.folder.read("photos/a.jpg")).picture.shown(UInt8(tag))
    #expect((shown.width, shown.height) == (expected.width, expected.height))
    #expect(shown.psnr(expected, channel: 0) >= 38)
  }

  @Test(
    "At the default qualities a photo's AVIF is smaller than its WebP, and that smaller than its JPEG",
    .enabled(if: PackageRoot.corpus != nil, "no corpus: set UPRIGHT_CORPUS"))
  func defaults() throws {
    let path = try #require(PackageRoot.corpus) + "/cameras/Nikon D100.jpg"
    let photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let outputs = ["jpg", "webp", "avif"].map { "{path: x.\($0), resize: {width: 320}}" }.joined(
      separator: ", ")
    let studio = try Studio("outputs: [\(outputs)]", sources: #"["photos/*"]"#)
    try studio.folder.write(photo, to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let sizes = try ["x.jpg", "x.webp", "x.avif"].map { Double(try studio.folder.read($0).count) }
    #expect(sizes[1] < sizes[0] * 0.9)
    #expect(sizes[2] < sizes[0] * 0.8)
  }

  @Test("The most bytes hold for WebP and AVIF too", arguments: ["webp", "avif"])
  func mostBytes(format: String) throws {
    let studio = try Studio(
      """
      format: \(format)
      outputs:
        - {path: free, quality: 90}
        - {path: fits, quality: 90, max_bytes: 3000}
        - {path: small, max_bytes: 20}
      """, sources: #"["photos/*"]"#)
    try studio.folder.write(Self.png(.noisy(width: 100, height: 80)), to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.folder.read("free").count > 3000)
    #expect(try 1500...3000 ~= studio.folder.read("fits").count)
    #expect(try studio.rows().map { $0.error?.code } == [nil, nil, "max_bytes"])
  }

  @Test("Without loss there is no quality to lower")
  func lossless() throws {
    let studio = try Studio(
      "lossless: true\nmax_bytes: 1000\noutputs: [{path: x.webp}]", sources: #"["photos/*"]"#)
    try studio.folder.write(Self.png(.noisy(width: 100, height: 80)), to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let error = try studio.rows().first?.error
    #expect(error?.code == "max_bytes")
    #expect(error?.message.hasSuffix("kB without loss, more than max_bytes (1.0 kB)") == true)
  }

  @Test("Keys for other formats are refused at their place")
  func refused() throws {
    let studio = try Studio("outputs:\n  - path: x.avif\n    depth: 16\n  - {path: x.jpg, speed: 3}")
    #expect(
      try studio.upright("check", "job.yaml").stderr == """
        job.yaml:5:12: error: 'depth' of 16 is for 'png' or 'tiff', and this output is avif
            depth: 16
                   ^
        job.yaml:6:26: error: 'speed' is for 'avif', and this output is jpeg
          - {path: x.jpg, speed: 3}
                                 ^

        """)
  }
}
