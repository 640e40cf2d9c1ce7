import Foundation
import TestSupport
import Testing

/// The jobs in the folder `jobs`, run on the sample pictures.
@Suite struct ShippedJobsTests {
  /// The number of outputs of each size, by job. The numbers follow by hand from the rules of `docs/job-file.md` and
  /// the sizes of the samples in `examples/README.md`. The package imagehash finds the same 4 signs alike that `curate`
  /// and `buckets` leave out.
  private static let outputs: [String: [String: Int]] = [
    "boxes": ["224x224": 3],
    "buckets": ["448x576": 1, "576x448": 6, "640x384": 1, "704x320": 1],
    "classes": ["224x224": 3],
    "crops": [
      "288x288": 8, "256x288": 1, "1200x1200": 1, "416x360": 1, "640x480": 1, "600x600": 1, "240x240": 2,
      "280x200": 2, "1737x1223": 1,
    ],
    "curate": ["1024x768": 2, "1024x512": 1, "768x1024": 1, "1024x682": 1, "800x600": 4],
    "dataset": ["224x224": 9],
    "detector": ["480x640": 1, "640x320": 1, "640x448": 1],
    "huggingface": ["288x384": 1, "384x192": 1, "384x256": 1],
    "parquet": ["128x128": 3],
    "sizes": [
      "1024x768": 2, "640x480": 2, "320x240": 2, "1024x512": 1, "640x320": 1, "320x160": 1, "1024x1365": 1,
      "640x853": 1, "320x427": 1, "1024x682": 1, "640x426": 1, "320x213": 1, "1000x320": 5,
    ],
    "splits": ["341x256": 10, "512x256": 1, "256x341": 1, "385x256": 1],
    "thumbnails": ["512x384": 10, "512x256": 1, "384x512": 1, "512x341": 1, "96x96": 13],
    "tiles": ["512x512": 15],
    "training": ["320x240": 3],
    "upright": ["1600x1200": 1, "2000x1000": 1, "1200x1600": 1, "1201x901": 1, "1537x1023": 1, "800x600": 8],
    "voc": ["800x400": 1, "800x532": 1],
    "web": [
      "320x240": 4, "640x480": 4, "320x160": 2, "640x320": 2, "320x427": 2, "640x853": 2, "320x213": 2,
      "640x426": 2, "1280x960": 2, "1280x640": 2, "1280x852": 2, "1201x901": 2, "1200x1600": 2,
    ],
    "yolo": ["1200x1600": 1, "2000x1000": 1, "1537x1023": 1],
  ]

  /// `urls.yaml` needs a server, and `parquet.yaml` needs the files that `huggingface.yaml` makes.
  @Test("Each job that needs no server makes outputs of the promised sizes")
  func sizes() throws {
    let folder = try TemporaryDirectory()
    let (root, files) = (PackageRoot.path, FileManager.default)
    for name in ["jobs", "examples/boxes.json", "examples/voc"] {
      let target = URL(fileURLWithPath: folder.path(name))
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: URL(fileURLWithPath: "\(root)/\(name)"), to: target)
    }
    try? files.removeItem(atPath: folder.path("jobs/out"))
    let jobs = folder.files().filter { $0.hasPrefix("jobs/") && $0.hasSuffix(".yaml") }
    for record in folder.files() where record.hasSuffix(".splits.jsonl") {
      try files.removeItem(atPath: folder.path(record))
    }
    let samples = try CommandRun.run(
      "\(CommandRun.productsFolder())/upright-samples", ["examples/samples"], in: folder.path)
    try #require(samples == CommandRun(.exit(0)))

    let names = jobs.filter { !["jobs/urls.yaml", "jobs/parquet.yaml"].contains($0) }
    #expect(names.count == jobs.count - 2)
    #expect(try CommandRun.upright(["run", "--quiet"] + names, in: folder) == CommandRun(.exit(0)))
    #expect(
      try CommandRun.upright(["run", "--quiet", "jobs/parquet.yaml"], in: folder) == CommandRun(.exit(0)))

    var found: [String: [String: Int]] = [:]
    for path in folder.files() where path.hasPrefix("jobs/out/") && !path.contains("/.upright/") {
      guard path.hasSuffix(".jpg") || path.hasSuffix(".webp") else { continue }
      let size = try #require(Self.size(of: folder.read(path)), "\(path)")
      found[path.split(separator: "/").map(String.init)[2], default: [:]][size, default: 0] += 1
    }
    for (job, sizes) in Self.outputs { #expect(found[job] == sizes, "\(job)") }
    #expect(found.count == Self.outputs.count)
  }

  /// The size of a JPEG by its frame header (ITU-T T.81, B.2.2), or of a WebP (RFC 9649, 2.5 and 2.7).
  private static func size(of file: [UInt8]) -> String? {
    guard file.count >= 30 else { return nil }
    if file.starts(with: Array("RIFF".utf8)) {
      func number(_ place: Int) -> Int { Int(file[place]) | Int(file[place + 1]) << 8 }
      switch String(decoding: file[12..<16], as: UTF8.self) {
      case "VP8 ": return "\(number(26) & 0x3FFF)x\(number(28) & 0x3FFF)"
      case "VP8X": return "\(number(24) + 1)x\(number(27) + 1)"
      default: return nil
      }
    }
    func number(_ place: Int) -> Int { Int(file[place]) << 8 | Int(file[place + 1]) }
    var place = 2
    while place + 9 <= file.count, file[place] == 0xFF {
      if [0xC0, 0xC1, 0xC2].contains(file[place + 1]) { return "\(number(place + 7))x\(number(place + 5))" }
      place += 2 + number(place + 2)
    }
    return nil
  }
}
