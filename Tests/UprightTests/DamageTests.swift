import Foundation
import ImageModel
import TestSupport
import Testing

/// `decode.on_corrupt` and `decode.verify` over whole runs.
struct DamageTests {
  private static let outputs = """
    output_root: out
    outputs: [{path: "{stem}.jpg"}, {path: "small/{stem}.jpg", resize: "20,"}]
    """

  /// A whole picture, one with bytes before a marker, and one without its second half.
  private static func studio(_ policy: String) throws -> Studio {
    let studio = try Studio("decode: {on_corrupt: \(policy)}\n\(outputs)")
    let whole = try Picture.tagged(1).jpeg()
    let tables = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDB]) })
    try studio.folder.write(whole, to: "photos/a-whole.jpg")
    try studio.folder.write(whole[..<tables] + [7] + whole[tables...], to: "photos/b-odd.jpg")
    try studio.folder.write(Array(whole[..<(whole.count / 2)]), to: "photos/c-cut.jpg")
    return studio
  }

  private static let odd = Row.Note(
    code: "corrupt",
    message: "damaged image data: bytes that don't belong there stand before a marker (extraneous_data)")
  private static let cut = Row.Note(
    code: "corrupt", message: "damaged image data: the file ends too early (jpeg_eof)")
  private static let oddWarning = [
    Row.Note(code: "damaged", message: "decoder warning extraneous_data, once")
  ]
  private static let cutWarnings = [
    Row.Note(code: "damaged", message: "decoder warning hit_marker, once"),
    Row.Note(code: "damaged", message: "decoder warning jpeg_eof, once"),
  ]

  @Test(
    "What fails and what is warned about is in the manifest, for each output",
    arguments: [
      ("warning", [nil, odd, cut], [[], [], []]), ("error", [nil, nil, cut], [[], oddWarning, []]),
      ("truncated", [nil, nil, cut], [[], oddWarning, []]),
      ("none", [nil, nil, nil], [[], oddWarning, cutWarnings]),
    ] as [(String, [Row.Note?], [[Row.Note]])])
  func policies(_ policy: String, _ errors: [Row.Note?], _ warnings: [[Row.Note]]) throws {
    let studio = try Self.studio(policy)
    let run = try studio.upright("run", "--quiet", "job.yaml")
    let errors = errors.flatMap { [$0, $0] }
    let hasFailed = errors.map { $0 != nil }
    #expect(run.ending == .exit(hasFailed.contains(true) ? 1 : 0))
    let rows = try studio.rows()
    #expect(rows.map(\.error) == errors)
    #expect(rows.map(\.warnings) == warnings.flatMap { [$0, $0] })
    #expect(rows.map(\.status) == hasFailed.map { $0 ? "failed" : "ok" })
  }

  @Test("Rows below the crop are looked at when all is verified", arguments: ["crop", "full"])
  func verify(_ extent: String) throws {
    let studio = try Studio(
      """
      decode: {verify: \(extent)}
      outputs: [{path: "{stem}-top.jpg", crop: "0,0,64,8"}]
      """)
    let whole = try Picture(height: 480, options: EncodeOptions.jpeg(quality: 90, chroma: .none)).jpeg()
    let place = whole.count - 100
    // Behind this marker libjpeg finds no data, and drain finds the end of the picture.
    let ended = whole[..<place] + [0, 0xFF, 0xD9]
    try studio.folder.write(ended, to: "photos/a.jpg")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(extent == "full" ? 1 : 0))
    let misplaced = Row.Note(
      code: "corrupt",
      message: "damaged image data: the data ends early, at a marker that doesn't belong there (hit_marker)")
    #expect(try studio.rows().map(\.error) == [extent == "full" ? misplaced : nil])
  }

  @Test("Tolerated damage gives the same bytes, whatever memory held before")
  func sameBytes() throws {
    let studio = try Studio(
      """
      decode: {on_corrupt: none, verify: full}
      output_root: out
      outputs:
        - {path: "whole/{stem}.jpg"}
        - {path: "crop/{stem}.jpg", crop: "pct:40,30,40,50"}
        - {path: "small/{stem}.jpg", crop: "pct:40,30,40,50", resize: "12,"}
        - {path: "tiny/{stem}.jpg", resize: "9,"}
      """)
    var random = SplitMix64(seed: 21)
    for index in 0..<24 {
      var picture = Picture(width: 90 + 7 * index, height: 200 - 5 * index, seed: index)
      picture.isGrey = index % 5 == 4
      picture.options = EncodeOptions.jpeg(
        quality: 70 + index, chroma: ChromaSubsampling.allCases[index % 3], progressive: index % 2 == 1)
      var file = try picture.jpeg()
      let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
      for _ in 0..<4 {
        let place = Int.random(in: scan + 20..<file.count, using: &random)
        file[place] = .random(in: 0...255, using: &random)
      }
      if index % 3 == 0 { file = Array(file[..<Int.random(in: scan + 20..<file.count, using: &random)]) }
      try studio.folder.write(file, to: "photos/\(index).jpg")
    }
    let run = { (jobs: String, environment: [String: String]) throws -> [String: [UInt8]] in
      _ = try studio.upright("run", "--quiet", "--jobs", jobs, "job.yaml", environment: environment)
      let contents = try studio.contents()
      try FileManager.default.removeItem(atPath: studio.folder.path("out"))
      return contents
    }
    let first = try run("1", ["MALLOC_PERTURB_": "0"])
    let rows = try studio.rows()
    #expect(rows.filter { $0.status == "ok" && !$0.warnings.isEmpty }.count > 50)
    for (jobs, perturbation) in [("2", "85"), ("1", "170"), ("2", "255")] {
      #expect(try run(jobs, ["MALLOC_PERTURB_": perturbation]) == first, "\(perturbation)")
    }
    // The plain code differs where coefficients are beyond what any encoder writes.
    #expect(try run("2", ["JSIMD_FORCESSE2": "1"]) == first)
  }
}
