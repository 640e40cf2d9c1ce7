import Foundation
import ImageModel
import TestSupport
import Testing

/// `decode.engine` over whole runs.
struct EngineTests {
  /// What a row says of the decode.
  private static func decodes(_ studio: Studio) throws -> [String] {
    try studio.text("job.manifest.jsonl").split(separator: "\n").map { row in
      String(try #require(row.firstMatch(of: /"decode":(\{[^}]*\})/)).1)
    }
  }

  @Test(
    "The row names what decoded the picture",
    arguments: [
      ("auto", ["libjpeg\",\"scale\":\"8/8\"", "reduced\",\"scale\":\"2/8\""]),
      ("libjpeg", ["libjpeg\",\"scale\":\"8/8\"", "libjpeg\",\"scale\":\"2/8\""]),
      ("reduced", ["reduced\",\"scale\":\"8/8\"", "reduced\",\"scale\":\"2/8\""]),
    ])
  func names(_ engine: String, _ expected: [String]) throws {
    // The corner at the start would cost more in one decode with the whole.
    let studio = try Studio(
      """
      decode: {engine: \(engine)}
      outputs: [{path: "a-{stem}.png", crop: "0,0,16,16"}, {path: "b-{stem}.jpg", resize: "70,"}]
      """)
    try studio.add(Picture(width: 640, height: 480), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Self.decodes(studio).map { String($0.dropFirst(11).prefix(expected[0].count)) } == expected)
    #expect(try studio.rows().flatMap(\.notes).isEmpty)
  }

  /// Where nothing is upsampled, the samples are the same, and with them the files.
  @Test("Pixels that aren't resampled are libjpeg's", arguments: [true, false])
  func asStored(_ isGrey: Bool) throws {
    let studio = try Studio("")
    let options = EncodeOptions.jpeg(quality: 90, chroma: .none)
    for (index, progressive) in [false, true].enumerated() {
      var picture = Picture(width: 200, height: 150, isGrey: isGrey, options: options, seed: index)
      picture.options.progressive = progressive
      try studio.add(picture, "photos/\(index).jpg")
    }
    var made: [[[UInt8]]] = []
    for engine in ["auto", "libjpeg"] {
      try studio.job(
        """
        sources: [photos/*.jpg]
        decode: {engine: \(engine)}
        outputs: [{path: "{stem}.png"}, {path: "{stem}-cut.jpg", crop: "51,33,77,60"}]
        """)
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      let name = engine == "auto" ? "reduced" : "libjpeg"
      #expect(try Self.decodes(studio).allSatisfy { $0.hasPrefix(#"{"engine":"\#(name)","#) })
      made.append(
        try ["0.png", "1.png", "0-cut.jpg", "1-cut.jpg"].map { try studio.folder.read($0) })
    }
    #expect(made[0] == made[1])
  }

  /// Ramps across and down, of which a resample keeps each place: by hand, whatever the scale. Half a sample of chroma
  /// beside its place would be a level or more.
  @Test(
    "Each component lies where the picture has it", arguments: ChromaSubsampling.allCases, [160, 100, 37])
  func ramps(_ chroma: ChromaSubsampling, _ width: Int) throws {
    let studio = try Studio(
      """
      quality: 100
      chroma: '4:4:4'
      crop: '64,32,248,184'
      outputs: [{path: "{stem}.jpg", resize: '\(width),'}]
      """)
    let ramp = TestPicture(width: 320, height: 256, channels: 3) { x, y, channel in
      UInt8(min(max(channel == 1 ? y - 1 : channel == 0 ? x - 61 : 316 - x, 0), 255))
    }
    var jpeg = TestJPEG(.ycbcr)
    (jpeg.quality, jpeg.sampling) = (100, [TestJPEG.Sampling(chroma.horizontal, chroma.vertical)])
    try studio.folder.write(jpeg.file(ramp), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Self.decodes(studio)[0].hasPrefix(#"{"engine":"reduced","#))
    let made = try TestJPEG.decode(studio.folder.read("a.jpg")).picture
    let step = (x: 248 / Double(made.width), y: 184 / Double(made.height))
    var errors = [0.0, 0.0, 0.0]
    let inner = (x: 4..<made.width - 4, y: 4..<made.height - 4)
    for y in inner.y {
      for x in inner.x {
        let across = 64 + (Double(x) + 0.5) * step.x - 0.5
        let down = 32 + (Double(y) + 0.5) * step.y - 0.5
        for (channel, expected) in [across - 61, down - 1, 316 - across].enumerated() {
          errors[channel] += Double(made[x, y, channel]) - expected
        }
      }
    }
    let means = errors.map { $0 / Double(inner.x.count * inner.y.count) }
    #expect(means.allSatisfy { abs($0) < 0.4 }, "\(means)")
  }

  /// Ramps as above: each sample of a file's chroma is in the middle of the shown pixels that share it, whichever engine,
  /// turn and size, in each quarter of the picture. A pixel beside its place would be 1.5 levels or more.
  @Test(
    "Chroma that pixels share lies in their middle", arguments: ExifOrientation.allCases,
    [("4:2:0", 161, "auto"), ("4:2:2", 99, "auto"), ("4:2:0", 160, "auto"), ("4:2:0", 99, "libjpeg")])
  func sharedChroma(_ tag: ExifOrientation, _ output: (chroma: String, width: Int, engine: String)) throws {
    let studio = try Studio("outputs: [{path: a.jpg}]")
    try studio.job(
      """
      sources: [{path: photos/a.jpg, exif_orientation: \(tag.rawValue)}]
      decode: {engine: \(output.engine)}
      quality: 100
      chroma: \(output.chroma)
      outputs: [{path: a.jpg, resize: "\(output.width),"}]
      """)
    let stored = PixelSize(width: 248, height: 252)
    let ramp = TestPicture(width: stored.width, height: stored.height, channels: 3) { x, y, channel in
      UInt8(channel == 0 ? 128 : channel == 1 ? x + 3 : y + 1)
    }
    var jpeg = TestJPEG(.ycbcr)
    (jpeg.quality, jpeg.sampling) = (100, [TestJPEG.Sampling(2, 2)])
    try studio.folder.write(jpeg.file(ramp), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let file = try studio.folder.read("a.jpg")
    let (made, shown) = (try TestJPEG.decode(file).picture, tag.turned(stored))
    let planes = try (1...2).map { try TestJPEG.Coefficients(file).plane($0, eighths: 8) }
    let (across, down) = (2.0, output.chroma == "4:2:0" ? 2.0 : 1.0)
    var errors: [[Int]: [Double]] = [:]
    for y in 3..<planes[0].height - 3 {
      for x in 3..<planes[0].width - 3 {
        let place = RealRect<Display>(
          x: (Double(x) + 0.5) * across * Double(shown.width) / Double(made.width),
          y: (Double(y) + 0.5) * down * Double(shown.height) / Double(made.height), width: 0, height: 0)
        let pixel = tag.stored(place, stored: stored)
        let quarter = [x * 2 / planes[0].width, y * 2 / planes[0].height]
        for (channel, expected) in [pixel.x + 2.5, pixel.y + 0.5].enumerated() {
          errors[quarter + [channel], default: []].append(Double(planes[channel][x, y, 0]) - expected)
        }
      }
    }
    let means = errors.mapValues { $0.reduce(0, +) / Double($0.count) }
    #expect(means.count == 8 && means.values.allSatisfy { abs($0) < 0.4 }, "\(means)")
  }

  @Test(
    "libjpeg takes the place of a decode that meets damage, and the row says so",
    arguments: ["process", "none"])
  func fallback(_ isolation: String) throws {
    let keys = """
      isolation: \(isolation)
      outputs: [{path: "{stem}.jpg", resize: "30,"}]
      """
    let studio = try Studio("decode: {on_corrupt: none}\n\(keys)")
    let whole = try Picture.tagged(6, width: 320, height: 240).jpeg()
    let tables = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDB]) })
    try studio.folder.write(whole, to: "photos/a-whole.jpg")
    try studio.folder.write(whole[..<tables] + [7] + whole[tables...], to: "photos/b-odd.jpg")
    try studio.folder.write(Array(whole[..<(whole.count / 2)]), to: "photos/c-cut.jpg")
    #expect(try studio.upright("run", "--quiet", "--stats", "s.jsonl", "job.yaml") == CommandRun(.exit(0)))
    let decodes = ["reduced", "libjpeg", "libjpeg"].map {
      #"{"engine":"\#($0)","scale":"2/8","region":[0,0,320,240],"size":[80,60]}"#
    }
    let note = Row.Note(
      code: "decoded_by_libjpeg", message: "the data is not in order, so libjpeg decoded the picture")
    let rows = try studio.rows()
    let dropped = Row.Note(code: "metadata_dropped", message: "exif")
    #expect(rows.map(\.notes) == [[dropped], [note, dropped], [note, dropped]])
    #expect(rows.map { $0.warnings.map(\.code) } == [[], ["damaged"], ["damaged", "damaged"]])
    #expect(rows.map(\.source_sha256) == (try rows.map { try studio.sha256($0.source) }))
    #expect(try Self.decodes(studio) == decodes)
    let made = try rows.map { try studio.folder.read(try #require($0.output)) }

    // The same pixels as by libjpeg from the start, at the same scale.
    try studio.job("sources: [photos/*.jpg]\ndecode: {on_corrupt: none, engine: libjpeg}\n\(keys)")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.notes) == [[dropped], [dropped], [dropped]])
    let again = try studio.rows().map { try studio.folder.read(try #require($0.output)) }
    #expect([made[1] == again[1], made[2] == again[2]] == [true, true])

    // What isn't tolerated fails, and the row names libjpeg all the same.
    try studio.job("sources: [photos/*.jpg]\ndecode: {on_corrupt: warning}\n\(keys)")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.status) == ["ok", "failed", "failed"])
    #expect(try Self.decodes(studio) == decodes)
  }
}
