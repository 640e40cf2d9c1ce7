import Foundation
import JSON
import Planning
import Reporting
import TestSupport
import Testing

/// `upright plan`.
struct PlanTests {
  @Test("The text of a small plan")
  func text() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs:
        - {path: "{stem}.jpg", crop: "8,16,32,32", resize: "4,"}
        - {path: "kept/{stem}.jpg", orientation: keep, resize: "99,"}
        - {path: "none/{stem}.jpg", crop: "50,0,9,9", resize: "4,"}
      """)
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b.jpg")
    let run = try studio.upright("plan", "job.yaml")
    let json = try studio.upright("plan", "--json", "job.yaml").stdout
    let peak = try #require(json.firstMatch(of: /"peak_bytes":(\d+)/).flatMap { Int($0.1) })
    let megabytes = "\((peak + 50_000) / 1_000_000).\((peak + 50_000) / 100_000 % 10) MB"
    #expect(
      run
        == CommandRun(
          .exit(1),
          stdout: """
            photos/a.jpg: stored 64x48, ycbcr, peak \(megabytes)
              decode 1: scale 8/8, region 64x48+0+0 of the stored picture, 64x48 samples
              -> out/a.jpg: 4x4, from decode 1
                 orientation 6 (bake), shown as 48x64
                 crop 32x32+8+16 as shown, 32x32+16+8 as stored, resampled to 4x4 by lanczos3
              -> out/kept/a.jpg: 64x48, from decode 1
                 orientation 6 (keep), shown as 48x64
                 crop 48x64+0+0 as shown, 64x48+0+0 as stored, not resampled
                 warning: 'resize: "99,"' is larger than the crop: made 48x64; write "^99," to enlarge it
              -> out/none/a.jpg: fails: the crop 9x9+50+0 holds no pixel of the picture of 48x64 (crop_empty)
            photos/b.jpg
              fails: this is not an image format that is read (unsupported_format)
            2 sources, 6 outputs, 4 of them would fail; memory 19.0 MB and up to \(megabytes) an image

            """))
    #expect(studio.folder.files() == ["job.yaml", "photos/a.jpg", "photos/b.jpg"])
  }

  @Test("JSON is the very plan: decoded and encoded again it is the same bytes")
  func json() throws {
    let studio = try Studio(
      """
      outputs:
        - {path: "out/{stem}-{width}.jpg", crop: {aspect: "1:1"}, resize: {width: 9, height: 9, fit: cover}}
        - {path: "out/{stem}.jpg", crop: "pct:10,10,33.3,50", metadata: {keep: [exif, xmp], gps: keep}}
        - {path: "out/{stem}-c.jpg", resize: {width: 30, height: 30, fit: contain}, background: "#123456"}
        - {path: "out/{stem}-p.jpg", crop: {x: 60, y: -9, width: 40, height: 30, out_of_bounds: pad}}
      """)
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.add(Picture(width: 33, height: 65, isGrey: true), "photos/b.jpg")
    try studio.folder.write("words", to: "photos/c.jpg")
    let run = try studio.upright("plan", "--json", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(run.stderr == "")
    let lines = run.stdout.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    let decoder = JSONDecoder()
    let header = try decoder.decode(Header.self, from: Data(lines[0].utf8))
    #expect(header.tool == ToolVersion.name)
    #expect(header.job_sha256 == (try studio.sha256("job.yaml")))
    #expect(header.base_bytes > 1_000_000)
    for line in lines.dropFirst() {
      let plan = try decoder.decode(ImagePlan.self, from: Data(line.utf8))
      #expect(try JSONText.encode(plan) == line)
      #expect((plan.peakBytes > 0) == (plan.error == nil))
    }
    #expect(studio.folder.files() == ["job.yaml", "photos/a.jpg", "photos/b.jpg", "photos/c.jpg"])
  }

  /// The first line, by its names.
  private struct Header: Decodable {
    let tool: String
    let job_sha256: String
    let base_bytes: Int
  }

  @Test("A plan of several jobs is one after the other, and depends on no number of threads")
  func severalJobs() throws {
    let studio = try Studio("outputs: [{path: \"out/{stem}.jpg\"}]")
    for index in 0..<9 { try studio.add(Picture(width: 10 + index, height: 9), "photos/\(index).jpg") }
    try studio.job("sources: [photos/3.jpg]\noutputs: [{path: three.jpg}]", "three.yaml")
    let one = try studio.upright("plan", "--json", "--jobs", "1", "job.yaml")
    let other = try studio.upright("plan", "--json", "three.yaml")
    #expect(one.ending == .exit(0))
    #expect(
      try studio.upright("plan", "--json", "--jobs", "4", "job.yaml", "three.yaml")
        == CommandRun(.exit(0), stdout: one.stdout + other.stdout))
  }
}
