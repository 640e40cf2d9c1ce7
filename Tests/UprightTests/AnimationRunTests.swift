import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// Animations that stay animations.
struct AnimationRunTests {
  private static let colors: [UInt8] = [10, 20, 30, 200, 0, 0, 0, 200, 0, 0, 0, 200]

  /// A GIF of 20x12 with three frames: red, then a green box in its upper left corner, then a blue one.
  private static func gif() -> [UInt8] {
    var first = TestGIF(20, 12, bits: 2) { _, _ in 1 }
    (first.globalColors, first.delay) = (colors, 5)
    let others = [2, 3].map { index in
      var frame = TestGIF(8, 6, bits: 2) { _, _ in index }
      (frame.disposal, frame.delay) = (3, index * 10)
      return frame
    }
    return first.animation(others, repetitions: 4)
  }

  private static func studio(_ keys: String, _ outputs: String) throws -> Studio {
    let studio = try Studio("\(keys)output_root: out\noutputs: [\(outputs)]", sources: #"["photos/*"]"#)
    try studio.folder.write(gif(), to: "photos/a.gif")
    return studio
  }

  @Test("Each frame is cut, turned and shown as long as before", arguments: ["none", "process"])
  func frames(isolation: String) throws {
    let studio = try Self.studio(
      "isolation: \(isolation)\norientation: bake\n",
      "{path: a.webp, frames: all, lossless: true, crop: '0,0,16,12', resize: {width: 8, filter: point}}")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let file = try studio.folder.read("out/a.webp")
    let header = try PictureHeader.read(from: ByteSource(file))
    #expect(header.storedSize == PixelSize(width: 8, height: 6))
    #expect(header.frames?.count == 3 && header.frames?.duration == 550 && header.frames?.plays == 5)
    let frames = try Self.frames("out/a.webp", .libwebp, header.storedSize, count: 3, in: studio)
    #expect(frames.map { $0.duration } == [50, 200, 300])
    for (frame, color) in zip(frames, 1...3) {
      let row = (0..<8).map { x in Array(frame.samples[(8 + x) * 4..<(8 + x) * 4 + 3]) }
      let (inside, around) = (Array(Self.colors[3 * color..<3 * color + 3]), Array(Self.colors[3..<6]))
      #expect(row == [inside, inside, inside, inside, around, around, around, around])
    }
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(
      manifest.contains(
        #""content":[0,0,8,6],"content_scale":[0.5,0.5],"frames":3,"status":"ok","error":null,"warnings":[],"#
      ))
  }

  @Test("A run that is measured makes the same animations", arguments: ["gif", "webp"])
  func measured(ending: String) throws {
    let studio = try Self.studio(
      "isolation: process\n", "{path: '{stem}.\(ending)', frames: all, crop: '0,0,16,12', resize: {width: 8}}"
    )
    try studio.folder.write(Self.png(), to: "photos/b.png")
    let long = (0..<12).map { index in TestGIF(20, 12, bits: 2) { x, y in (x + y + index) % 4 } }
    var first = long[0]
    first.globalColors = Self.colors
    try studio.folder.write(first.animation(Array(long.dropFirst()), repetitions: 0), to: "photos/c.gif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let files = ["a", "b", "c"].map { "out/\($0).\(ending)" }
    let plain = try files.map { try studio.folder.read($0) }
    #expect(
      try studio.upright("run", "--quiet", "--force", "--stats", "s.jsonl", "--trace", "t.json", "job.yaml")
        == CommandRun(.exit(0)))
    #expect(try files.map { try studio.folder.read($0) } == plain)
  }

  /// An animated PNG of 20x12 with three frames: a slope, then a green box in its upper left corner, then a clear one.
  private static func png() -> [UInt8] {
    let canvas = TestPNG(20, 12, type: 6, depth: 8) { x, y, channel in [x * 9, y * 9, 40, 255][channel] }
    var first = TestPNG.Frame(canvas)
    first.delay = (1, 8)
    let others = [[0, 200, 0, 255], [9, 9, 9, 0]].map { color in
      var frame = TestPNG.Frame(TestPNG(8, 6, type: 6, depth: 8) { _, _, channel in color[channel] })
      frame.delay = (1, 16)
      return frame
    }
    return canvas.animation([first] + others, plays: 2)
  }

  @Test("An animated PNG becomes an animated WebP and an animated GIF")
  func fromPNG() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: a.webp, frames: all, lossless: true}, {path: a.gif, frames: all}]",
      sources: #"["photos/*"]"#)
    try studio.folder.write(Self.png(), to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let expected = try Self.frames("photos/a.png", .libpng, count: 3, in: studio)
    #expect(expected.map { $0.duration } == [125, 63, 62])
    let webp = try Self.frames("out/a.webp", .libwebp, count: 3, in: studio)
    #expect(webp.map { $0.duration } == [125, 63, 62])
    let gif = try Self.frames("out/a.gif", .giflib, count: 3, in: studio)
    #expect(gif.map { $0.duration } == [130, 60, 60])
    for (number, frame) in expected.enumerated() {
      for (place, alpha) in frame.samples.enumerated() where place % 4 == 3 {
        let pixel = frame.samples[place - 3...place]
        #expect(webp[number].samples[place - 3...place] == pixel)
        // The places are transparent in the GIF too, and the picture has few enough colours.
        #expect(
          alpha == 0 ? gif[number].samples[place] == 0 : gif[number].samples[place - 3...place] == pixel)
      }
    }
    for name in ["a.webp", "a.gif"] {
      #expect(try PictureHeader.read(from: ByteSource(studio.folder.read("out/\(name)"))).frames?.plays == 2)
    }
  }

  /// The frames of a file as red, green, blue and alpha, and their times.
  private static func frames(
    _ file: String, _ engine: DecodingEngine, _ size: PixelSize = PixelSize(width: 20, height: 12),
    count: Int, in studio: Studio
  ) throws -> [(samples: [UInt8], duration: Int)] {
    let open = try OpenBytes(studio.folder.read(file))
    let decoder = try PictureDecoder(engine, descriptor: open.descriptor, digest: nil)
    var request = DecodeRequest(
      storedSize: size, pixels: PixelFormat(.rgb, hasAlpha: true), scale: .full, region: PixelRect(size),
      deadline: .max)
    request.frames = count
    let buffer = try decoder.start(request)
    var frames: [(samples: [UInt8], duration: Int)] = []
    for _ in 0..<count {
      let duration = try decoder.nextFrame()
      var samples = [UInt8](repeating: 0, count: size.area * 4)
      try decoder.readRows(request, buffer) { strip throws(ImageError) in
        for (row, channel) in (strip.firstRow..<strip.endRow).flatMap({ row in (0..<4).map { (row, $0) } }) {
          var line = [UInt8](repeating: 0, count: size.width)
          line.withUnsafeMutableBufferPointer { line in
            guard let start = line.baseAddress else { return }
            strip.copy(channel: channel, row: row, columns: 0..<size.width, to: start)
          }
          for x in 0..<size.width { samples[(row * size.width + x) * 4 + channel] = line[x] }
        }
      }
      frames.append((samples, duration))
    }
    return frames
  }

  @Test("A GIF keeps its frames exactly as a GIF, and `format: same` makes one")
  func gifOutput() throws {
    let studio = try Self.studio(
      "", "{path: a.gif, frames: all}, {path: b.gif, format: same}, {path: c.gif, resize: {width: 9}}")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let expected = try Self.frames("photos/a.gif", .giflib, count: 3, in: studio)
    let found = try Self.frames("out/a.gif", .giflib, count: 3, in: studio)
    #expect(found.map { $0.samples } == expected.map { $0.samples })
    #expect(found.map { $0.duration } == [50, 200, 300])
    let header = try PictureHeader.read(from: ByteSource(studio.folder.read("out/a.gif")))
    #expect(header.frames?.plays == 5)
    for name in ["b.gif", "c.gif"] {
      let still = try PictureHeader.read(from: ByteSource(studio.folder.read("out/\(name)")))
      #expect(still.images == 1 && still.format == .gif)
    }
    #expect(try studio.upright("verify", "--render", "all", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("A GIF says which metadata it loses, and needs no profile for sRGB")
  func metadata() throws {
    let studio = try Studio(
      "metadata: {keep: [icc, exif, xmp, comment]}\noutput_root: out\noutputs: [{path: a.gif}]",
      sources: "[photos/a.jpg]")
    let file = try TestJPEG(.ycbcr).file(TestPicture.smooth(width: 30, height: 20))
    let comment = JPEGBuilder.segment(0xFE, Array("a comment".utf8))
    let exif = JPEGBuilder.segment(0xE1, KeptMetadata.Segment.located(orientation: 1).payload)
    try studio.folder.write(file[..<2] + exif + comment + file[2...], to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      try studio.rows().first?.warnings == [
        Row.Note(code: "exif_dropped", message: "EXIF can't be kept: upright writes no metadata into a gif"),
        Row.Note(
          code: "comment_dropped", message: "a comment can't be kept: upright writes no metadata into a gif"),
      ])
  }

  @Test("A run by threads and a run by processes make the same bytes, and a second run makes nothing")
  func same() throws {
    let outputs =
      "{path: a.webp, frames: all}, {path: b.gif, frames: all, resize: {width: 7}}, {path: c.png}"
    let files = try ["none", "process"].map { isolation in
      let studio = try Self.studio("isolation: \(isolation)\n", outputs)
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      #expect(try studio.upright("verify", "--render", "all", "job.manifest.jsonl").ending == .exit(0))
      let again = try studio.upright("run", "job.yaml")
      #expect(again.ending == .exit(0) && again.stderr.contains("3 outputs"), "\(again)")
      return try ["a.webp", "b.gif", "c.png"].map { try studio.folder.read("out/\($0)") }
    }
    #expect(files[0] == files[1])
  }

  @Test("A plan names the frames, and only the still picture warns")
  func plan() throws {
    let studio = try Self.studio("", "{path: a.webp, frames: all}, {path: c.png}")
    let plan = try studio.upright("plan", "job.yaml").stdout
    #expect(plan.contains("a.webp: 20x12, 3 frames, from decode"), "\(plan)")
    #expect(plan.components(separatedBy: "an animation: one picture of it is taken").count == 2, "\(plan)")
    let json = try studio.upright("plan", "--json", "job.yaml").stdout
    #expect(json.contains(#""frames":{"count":3,"plays":5,"alpha":false}"#))
    #expect(json.contains(#""frames":3,"#))
  }

  @Test("A probe says how long an animation is shown, and how often")
  func probe() throws {
    let studio = try Self.studio("", "{path: a.png}")
    try studio.folder.write(Self.png(), to: "photos/b.png")
    let png = try studio.upright("probe", "photos/b.png").stdout
    #expect(png.contains("  images        3, animated\n  shown         0.25 s, 2 times\n"), "\(png)")
    let text = try studio.upright("probe", "photos/a.gif").stdout
    #expect(text.contains("  images        3, animated\n  shown         0.55 s, 5 times\n"), "\(text)")
    let json = try studio.upright("probe", "--json", "photos/a.gif").stdout
    #expect(json.contains(#""images":3,"animated":true,"duration":550,"plays":5,"#), "\(json)")
  }

  @Test("A cut animation fails, and is made where that is tolerated", arguments: ["error", "none"])
  func damage(policy: String) throws {
    let studio = try Self.studio("decode: {on_corrupt: \(policy)}\n", "{path: a.webp, frames: all}")
    try studio.folder.write(Array(Self.gif().dropLast(5)), to: "photos/a.gif")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(policy == "none" ? 0 : 1))
    let row = try #require(try studio.rows().first)
    let end = Row.Note(code: "corrupt", message: "damaged image data: the file ends too early")
    #expect(row.error == (policy == "none" ? nil : end))
    #expect(row.warnings.map(\.code) == (policy == "none" ? ["damaged"] : []))
  }
}
