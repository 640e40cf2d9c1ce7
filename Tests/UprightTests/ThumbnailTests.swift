import TestSupport
import Testing

/// `decode.embedded_thumbnail` over whole runs.
struct ThumbnailTests {
  private static let keys = """
    decode: {embedded_thumbnail: when_large_enough}
    output_root: out
    outputs:
      - {path: "{stem}-l.jpg", resize: "320,"}
      - {path: "{stem}-s.jpg", resize: "120,"}
      - {path: "{stem}-c.jpg", crop: "320,240,240,240", resize: "60,"}
    """

  private static func plain(_ width: Int, _ height: Int, _ luma: UInt8) throws -> [UInt8] {
    try TestJPEG(.ycbcr).file(.plain(width: width, height: height, [luma, 128, 128]))
  }

  /// A dark picture of 640x480 with a light thumbnail of 160x120. For 320 pixels 5/8 of the picture are enough.
  private static func studio() throws -> (studio: Studio, stream: Range<Int>) {
    let studio = try Studio(keys)
    let file = try TestThumbnail(plain(160, 120, 200), tag: 1).file(plain(640, 480, 50))
    try studio.folder.write(file.bytes, to: "photos/a.jpg")
    return (studio, file.stream)
  }

  /// True for each output that shows the light thumbnail, by name: c, l, s.
  private static func isLight(_ studio: Studio) throws -> [Bool] {
    try ["c", "l", "s"].map {
      try TestJPEG.decode(studio.folder.read("out/a-\($0).jpg")).picture[5, 5, 0] > 125
    }
  }

  @Test("The plan says what comes from where")
  func plan() throws {
    let (studio, stream) = try Self.studio()
    let json = try studio.upright("plan", "--json", "job.yaml").stdout
    let peak = try #require(json.firstMatch(of: /"peak_bytes":(\d+)/).flatMap { Int($0.1) })
    let megabytes = "\((peak + 50_000) / 1_000_000).\((peak + 50_000) / 100_000 % 10) MB"
    #expect(
      try studio.upright("plan", "job.yaml")
        == CommandRun(
          .exit(0),
          stdout: """
            photos/a.jpg: stored 640x480, ycbcr, peak \(megabytes)
              decode 1: scale 7/8, region 640x480+0+0 of the stored picture, 560x420 samples
              decode 2: embedded thumbnail 160x120, scale 8/8, region 640x480+0+0 of the stored picture, 160x120 samples
              -> out/a-l.jpg: 320x240, from decode 1
                 orientation 1 (bake), shown as 640x480
                 crop 640x480+0+0 as shown, 640x480+0+0 as stored, resampled to 320x240 by lanczos3
              -> out/a-s.jpg: 120x90, from decode 2
                 orientation 1 (bake), shown as 640x480
                 crop 640x480+0+0 as shown, 640x480+0+0 as stored, resampled to 120x90 by lanczos3
              -> out/a-c.jpg: 60x60, from decode 2
                 orientation 1 (bake), shown as 640x480
                 crop 240x240+320+240 as shown, 240x240+320+240 as stored, not resampled
            1 source, 3 outputs; memory 19.0 MB and up to \(megabytes) an image

            """))
    let decode =
      #"{"engine":"libjpeg","thumbnail":{"offset":\#(stream.lowerBound),"bytes":\#(stream.count),"#
      + #""stored_size":[160,120],"color":"ycbcr"},"coefficients":false,"scale":"8/8","region":[0,0,640,480],"samples":[0,0,160,120]}"#
    #expect(json.contains(decode + #"],"outputs""#))
  }

  @Test("The manifest says it too, and the picture shows it", arguments: ["process", "none"])
  func run(_ isolation: String) throws {
    let (studio, _) = try Self.studio()
    try studio.job("isolation: \(isolation)\nsources: [photos/*.jpg]\n\(Self.keys)")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Self.isLight(studio) == [true, false, true])
    let decodes = try studio.text("job.manifest.jsonl").split(separator: "\n").map { row in
      String(try #require(row.firstMatch(of: /"decode":(\{[^}]*\})/)).1)
    }
    let ofThumbnail =
      #"{"engine":"libjpeg","source":"thumbnail","scale":"8/8","region":[0,0,640,480],"size":[160,120]}"#
    #expect(
      decodes == [
        ofThumbnail, #"{"engine":"reduced","scale":"7/8","region":[0,0,640,480],"size":[560,420]}"#,
        ofThumbnail,
      ])
    #expect(
      try studio.rows().map(\.source_sha256) == Array(repeating: try studio.sha256("photos/a.jpg"), count: 3))
  }

  @Test("Without the key, or with never, it isn't used, and what came from it is made again")
  func never() throws {
    let (studio, _) = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let large = try studio.folder.read("out/a-l.jpg")
    for use in ["decode: {embedded_thumbnail: never}", ""] {
      let rest = Self.keys.drop { $0 != "\n" }
      try studio.job("sources: [photos/*.jpg]\n\(use)\(rest)")
      let run = try studio.upright("run", "job.yaml")
      #expect(run.stderr.contains(use.isEmpty ? "0 of 3 outputs made" : "2 of 3 outputs made"))
      #expect(try Self.isLight(studio) == [false, false, false])
      #expect(try studio.folder.read("out/a-l.jpg") == large)
    }
  }
}
