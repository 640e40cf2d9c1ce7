import Foundation
import ImageModel
import TestSupport
import Testing

/// The same inputs and job give the same bytes, however they are run.
struct DeterminismTests {
  /// Thirty pictures: all orientations, grey and colour, every subsampling, baseline and progressive, and a bad
  /// one.
  private static func studio() throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs:
        - {path: "small/{stem}.jpg", resize: "!40,40"}
        - {path: "square/{stem}.jpg", crop: {aspect: "1:1"}, resize: {width: 24, height: 24, fit: cover}}
        - {path: "large/{stem}.jpg", resize: "^150,", progressive: true}
      """)
    for index in 0..<30 {
      var picture = Picture(width: 61 + 7 * index, height: 190 - 5 * index, seed: index)
      picture.isGrey = index % 5 == 4
      picture.options = EncodeOptions.jpeg(
        quality: 60 + index, chroma: ChromaSubsampling.allCases[index % 3], progressive: index % 4 == 3)
      if index > 1 { picture.segments = [.exif(orientation: UInt8(index % 8 + 1))] }
      try studio.add(picture, "photos/\(index).jpg")
    }
    try studio.folder.write("words", to: "photos/words.jpg")
    return studio
  }

  @Test(
    "Threads, SIMD, stale memory, variables of TurboJPEG and outputs that are there already change no byte")
  func sameBytes() throws {
    let studio = try Self.studio()
    let run = { (jobs: String, environment: [String: String]) throws -> [String: [UInt8]] in
      let run = try studio.upright("run", "--quiet", "--jobs", jobs, "job.yaml", environment: environment)
      #expect(run.ending == .exit(1))
      return try studio.contents()
    }
    let first = try run("1", [:])
    #expect(first.count == 31 + 3 * 30 + 2)
    #expect(try run("1", [:]) == first)
    let settings: [[String: String]] = [
      [:], ["TJ_PROGRESSIVE": "1", "TJ_RESTART": "1"], ["JSIMD_FORCENONE": "1"], ["MALLOC_PERTURB_": "85"],
      ["MALLOC_PERTURB_": "170"],
    ]
    for environment in settings {
      try FileManager.default.removeItem(atPath: studio.folder.path("out"))
      #expect(try run("2", environment) == first, "\(environment)")
    }
  }

  @Test("The place of the base folder is in no byte")
  func samePlace() throws {
    let (one, other) = (try Studio(), try Studio())
    for (studio, name) in [(one, "here"), (other, "elsewhere/and/deeper")] {
      try studio.add(.tagged(3), "\(name)/photos/a.jpg")
      try studio.folder.write("", to: "\(name)/photos/b.jpg")
      try studio.job("sources: [\"photos/*\"]\noutputs: [{path: \"out/{stem}.jpg\"}]", "\(name)/job.yaml")
      #expect(try studio.upright("run", "--quiet", "\(name)/job.yaml").ending == .exit(1))
    }
    #expect(try one.text("here/job.manifest.jsonl") == other.text("elsewhere/and/deeper/job.manifest.jsonl"))
  }
}
