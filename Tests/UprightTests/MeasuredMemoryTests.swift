import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// What a picture takes of memory as the kernel counts it (getrusage(2)), against what `plan` says.
struct MeasuredMemoryTests {
  private static let width = 1200
  private static let height = 900

  /// Makes one picture, and prints the peak memory of upright in KiB: the least of three runs, since pages of
  /// libraries that the kernel happens to map count too. Their number depends on the addresses of the libraries, so
  /// the kernel doesn't randomize them (personality(2), ADDR_NO_RANDOMIZE) where it permits that.
  private static let script = """
    import ctypes,os,subprocess
    ctypes.CDLL(None).personality(0x0040000)
    def peak():
      _,status,usage=os.wait4(subprocess.Popen(['upright','run','--force','--quiet','job.yaml']).pid,0)
      assert status==0
      return usage.ru_maxrss
    print(min(peak() for _ in range(3)))
    """

  /// What the job measures and what its plan says, in bytes.
  private static func peaks(_ studio: Studio) throws -> (measured: Int, planned: Int) {
    let run = try studio.shell("/usr/bin/python3 -c \"\(script)\"")
    let kibibytes = try #require(Int(run.stdout.trimmingCharacters(in: .whitespacesAndNewlines)), "\(run)")
    let plan = try studio.upright("plan", "--json", "job.yaml").stdout
    let planned = try #require(plan.firstMatch(of: /"peak_bytes":(\d+)/).flatMap { Int($0.1) })
    return (kibibytes * 1024, planned)
  }

  /// Looks at what the job takes beyond that of a small picture, which goes through the same steps: code that only
  /// one of them runs would count as memory of the picture.
  private static func compare(_ large: Studio, with small: Studio) throws {
    let (most, least) = (try peaks(large), try peaks(small))
    let (measured, planned) = (most.measured - least.measured, most.planned - least.planned)
    #expect(measured <= planned + 1_000_000, "\(measured) of \(planned)")
    #expect(measured >= planned * 6 / 10 - 2_000_000, "\(measured) of \(planned)")
  }

  /// The picture in a format, to be made into the outputs.
  private static func studio(_ source: String, _ outputs: String, _ width: Int, _ height: Int) throws
    -> Studio
  {
    let studio = try Studio("", sources: "[]")
    let options = EncodeOptions.jpeg(quality: 90, progressive: source == "progressive")
    try studio.add(Picture(width: width, height: height, options: options), "photos/a.jpg")
    if source.contains(".") {
      try studio.job("isolation: none\nsources: [photos/a.jpg]\noutputs: [{path: \"photos/\(source)}]")
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    }
    let name = source.firstMatch(of: /[a-z]+\.[a-z]+/).map { String($0.output) } ?? "a.jpg"
    // The plan counts libaom for AVIF: with verify: full it decodes every picture, and else those that dav1d can't.
    let decode = name.hasSuffix(".avif") ? "decode: {verify: full}\n" : ""
    try studio.job(
      "\(decode)isolation: none\nsources: [photos/\(name)]\noutput_root: out\noutputs: [\(outputs)]")
    return studio
  }

  @Test(
    "A plan says what a decoder takes",
    arguments: [
      "baseline", "progressive", #"a.png""#, #"a.tif""#, #"a.webp""#, #"b.webp", lossless: true"#,
      #"a.avif", speed: 9"#,
    ])
  func decoders(_ source: String) throws {
    let output = "{path: a.jpg, resize: {width: 200}}"
    try Self.compare(
      Self.studio(source, output, Self.width, Self.height), with: Self.studio(source, output, 240, 180))
  }

  /// 50 tiles, of which two rows of five are in memory.
  @Test("A plan says what rows of tiles take") func tiles() throws {
    let output = #"{path: "{row}-{col}.jpg", tiles: {width: 240, height: 180}}"#
    try Self.compare(
      Self.studio("baseline", output, Self.width, 2 * Self.height),
      with: Self.studio("baseline", output, 480, 360))
  }

  private enum SmallFormat: CaseIterable {
    case bitmap, indexed, png, xbm

    /// A picture with this size in a file of its own.
    func file(_ width: Int, _ height: Int) -> [UInt8] {
      switch self {
      case .bitmap:
        return TestIcon([.init(TestBMP(width, height, depth: 32) { $0 * 0x0A_0305 + $1 * 0x1_0907 })]).file
      case .indexed:
        var bitmap = TestBMP(width, height, depth: 8) { ($0 + $1) & 255 }
        bitmap.colors = (0..<256).map { [UInt8($0), UInt8(255 - $0), 9] }
        return TestIcon([.init(bitmap) { ($0 + $1) % 9 == 0 }]).file
      case .png:
        let png = TestPNG(width, height, type: 6, depth: 8, isInterlaced: true) { ($0 + $1 * $2) & 255 }
        return TestIcon([.init(png)]).file
      case .xbm: return TestXBM(width, height) { ($0 + $1) % 9 < 4 }.file
      }
    }
  }

  @Test("A plan says what a decoder of icons and XBM takes", arguments: SmallFormat.allCases)
  private func icons(_ format: SmallFormat) throws {
    func studio(_ width: Int, _ height: Int) throws -> Studio {
      let keys = "isolation: none\noutput_root: out\noutputs: [{path: a.jpg, resize: {width: 200}}]"
      let studio = try Studio(keys, sources: "[photos/a]")
      try studio.folder.write(format.file(width, height), to: "photos/a")
      return studio
    }
    try Self.compare(studio(Self.width, Self.height), with: studio(240, 180))
  }

  /// The raw picture has more pixels than that of the other tests, because LibRaw's objects count too.
  @Test("A plan says what LibRaw takes", arguments: ["half", "full"], [true, false])
  func rawFiles(_ raw: String, isMosaic: Bool) throws {
    func studio(_ width: Int, _ height: Int) throws -> Studio {
      let studio = try Studio(
        "isolation: none\ndecode: {raw: \(raw)}\noutput_root: out\noutputs: [{path: a.jpg, resize: {width: 200}}]",
        sources: "[photos/a.dng]")
      var dng = TestDNG(width, height) { x, y, color in Double((x + y + color * 9) % 64) / 64 }
      if !isMosaic { (dng.pattern, dng.black) = (nil, [0]) }
      try studio.folder.write(dng.file, to: "photos/a.dng")
      return studio
    }
    try Self.compare(studio(1600, 1200), with: studio(640, 480))
  }

  @Test(
    "A plan says what a drawing takes", .enabled(if: OptionalLibrary.librsvg.load(), "librsvg is not there"),
    arguments: [false, true])
  func drawings(isBlurred: Bool) throws {
    func studio(_ width: Int, _ height: Int) throws -> Studio {
      let studio = try Studio(
        "isolation: none\noutput_root: out\noutputs: [{path: a.png}]", sources: "[photos/a.svg]")
      let filter = "<filter id='f'><feGaussianBlur stdDeviation='9'/></filter>"
      // The rectangle is as high as the picture. The kernel doesn't count rows of a layer that stay empty.
      let content =
        (isBlurred ? filter : "")
        + "<rect width='80%' height='100%' fill='red' \(isBlurred ? "filter='url(#f)'" : "")/>"
      try studio.folder.write(TestSVG.file(content, width: width, height: height), to: "photos/a.svg")
      return studio
    }
    try Self.compare(studio(Self.width, Self.height), with: studio(240, 180))
  }

  @Test(
    "A plan says what an encoder takes",
    arguments: [
      "{path: a.jpg}", "{path: a.jpg, progressive: true}", "{path: a.png}", "{path: a.tif}", "{path: a.webp}",
      "{path: a.avif}", "{path: a.avif, chroma: 4:4:4, depth: 10}", "{path: a.gif}",
      "{path: a.jpg, exif_orientation: 6}",
    ])
  func encoders(_ output: String) throws {
    let job = output.replacing(", exif_orientation: 6", with: "")
    let (large, small) = (
      try Self.studio("baseline", job, Self.width, Self.height), try Self.studio("baseline", job, 64, 48)
    )
    if job != output {
      for studio in [large, small] {
        try studio.job(
          "isolation: none\nsources: [{path: photos/a.jpg, exif_orientation: 6}]\noutput_root: out\noutputs: [\(job)]"
        )
      }
    }
    try Self.compare(large, with: small)
  }

  /// A GIF of this number of frames, each with noise in half of its pixels.
  private static func animation(_ width: Int, _ height: Int, frames: Int) -> [UInt8] {
    func frame(_ number: Int, disposal: Int) -> TestGIF {
      var random = SplitMix64(seed: UInt64(number))
      var gif = TestGIF(width, height, bits: 6) { x, _ in
        x < width / 2 ? 0 : Int.random(in: 0..<64, using: &random)
      }
      for index in 0..<64 {
        gif.globalColors += [UInt8(index * 4), UInt8(index * 37 & 255), UInt8(63 - index)]
      }
      gif.disposal = disposal
      return gif
    }
    return frame(0, disposal: 0).animation((1..<frames).map { frame($0, disposal: $0 % 2 == 0 ? 3 : 1) })
  }

  @Test(
    "A plan says what an animation takes",
    arguments: ["path: a.webp, quality: 85", "path: a.webp, quality: 100", "path: a.gif"])
  func animations(_ output: String) throws {
    func studio(_ width: Int, _ height: Int, frames: Int) throws -> Studio {
      let studio = try Studio(
        "isolation: none\noutput_root: out\noutputs: [{\(output), frames: all}]", sources: "[photos/a.gif]")
      try studio.folder.write(Self.animation(width, height, frames: frames), to: "photos/a.gif")
      return studio
    }
    try Self.compare(studio(600, 450, frames: 12), with: studio(40, 30, frames: 3))
  }

  @Test("A plan says what the frames of a PNG take", arguments: [false, true])
  func framesOfPNG(isInterlaced: Bool) throws {
    func studio(_ width: Int, _ height: Int) throws -> Studio {
      let studio = try Studio(
        "isolation: none\noutput_root: out\noutputs: [{path: a.webp, frames: all, resize: {width: 90}}]",
        sources: "[photos/a.png]")
      let canvas = TestPNG(width, height, type: 6, depth: 8, isInterlaced: isInterlaced) {
        ($0 + $1 * $2) & 255
      }
      let frames = (0..<3).map { number in
        var frame = TestPNG.Frame(canvas)
        frame.disposal = number == 1 ? 2 : 0
        return frame
      }
      try studio.folder.write(canvas.animation(frames), to: "photos/a.png")
      return studio
    }
    try Self.compare(studio(Self.width, Self.height), with: studio(240, 180))
  }

  @Test("A plan says what Little CMS makes of a large profile", arguments: ["mft1", "mft2"])
  func profiles(_ kind: String) throws {
    func studio(_ profile: [UInt8]) throws -> Studio {
      let studio = try Studio(
        "isolation: none\noutput_root: out\noutputs: [{path: a.jpg}]", sources: "[photos/a.jpg]")
      let file = try TestJPEG(.cmyk).file(TestPicture.smooth(width: 300, height: 200, channels: 4))
      try studio.folder.write(file[..<2] + TestProfile.segments(profile) + file[2...], to: "photos/a.jpg")
      return studio
    }
    try Self.compare(
      studio(TestProfile.cmykTable(kind, places: kind == "mft1" ? 32 : 27)),
      with: studio(TestProfile.cmykTable(kind, places: 2)))
  }

  @Test("Damage that leaves a decode to libjpeg waits for the memory that it takes")
  func damage() throws {
    let studio = try Studio(
      "decode: {on_corrupt: none}\non_error: {max_failures: 1}\noutputs: [{path: out.jpg, resize: {width: 90}}]"
    )
    let options = EncodeOptions.jpeg(quality: 90, progressive: true)
    let whole = try Picture(width: 1600, height: 1200, options: options).jpeg()
    try studio.folder.write(Array(whole[..<(whole.count / 2)]), to: "photos/a.jpg")
    let plan = try studio.upright("plan", "--json", "job.yaml").stdout
    let own = try #require(plan.firstMatch(of: /"peak_bytes":(\d+)/).flatMap { Int($0.1) })
    let other = try #require(plan.firstMatch(of: /"peak_bytes_by_libjpeg":(\d+)/).flatMap { Int($0.1) })
    // All coefficients of 4:2:0, of 2 bytes each.
    #expect(other > own + 1600 * 1200 * 2)
    let worker = 14_500_000
    let tight = try studio.upright("run", "--quiet", "--memory", String(other + worker - 1), "job.yaml")
    #expect(tight.ending == .exit(0))
    let needed = "needs \(other + worker) B of memory, and --memory allows \(other + worker - 1) B"
    #expect(try studio.rows().map(\.error) == [Row.Note(code: "memory", message: needed)])
    let wide = try studio.upright("run", "--quiet", "--memory", String(other + worker), "job.yaml")
    #expect(wide == CommandRun(.exit(0)))
    #expect(try studio.rows()[0].notes.map(\.code).contains("decoded_by_libjpeg"))
  }
}
