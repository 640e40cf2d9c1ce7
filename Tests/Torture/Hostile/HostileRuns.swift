import Foundation
import TestSupport

/// A folder of hostile files and a job over all of them.
struct HostileRun {
  /// Seconds that an image may take by the job's own limit.
  static let seconds = 5.0

  let folder: TemporaryDirectory
  private let program: Program
  /// Of each file: a thumbnail, the picture turned without loss, and animations of all frames. All metadata goes into
  /// those that can hold it.
  private let outputs: [String]

  init(_ files: [HostileFile], _ program: Program) throws {
    folder = try TemporaryDirectory()
    self.program = program
    try folder.makeFolder("photos")
    for file in files { try folder.write(file.bytes, to: "photos/\(file.name).jpg") }
    let isLossless = program.can(.lossless)
    outputs =
      ["{path: \"{stem}.jpg\", resize: {width: 16, height: 16}}"]
      + (isLossless ? ["{path: \"{stem}.turned.jpg\", encode: {lossless: require}}"] : [])
      + (program.can(.frames)
        ? ["webp", "gif"].map { "{path: \"{stem}.\($0)\", frames: all, resize: {width: 16, height: 16}}" }
        : [])
    let metadata =
      isLossless ? "metadata: {keep: [icc, exif, xmp, iptc, comment, maker_notes], gps: keep}\n" : ""
    let isolation = program.can(.isolation) ? "isolation: process\n" : ""
    try folder.write(
      """
      version: 1
      name: hostile
      sources: ["photos/*.jpg"]
      output_root: out
      outputs: [\(outputs.joined(separator: ", "))]
      limits: {seconds_per_image: \(Self.seconds)}
      \(metadata)\(isolation)
      """, to: "job.yaml")
  }

  /// How the run ended, and the most memory of its own that a worker has taken; where there are none, the process itself.
  func run(limit: Double, width: Int) throws -> (ended: ChildProcess.Ended, peak: Int) {
    let process = try ChildProcess(
      [program.path, "run", "--quiet", "--jobs", "\(width)", folder.path("job.yaml")],
      stdout: "/dev/null", stderr: folder.path("stderr"))
    var (own, workers) = (0, 0)
    let ended = try process.ending(limit: limit) {
      own = max(own, ChildProcess.peakBytes(of: process.id))
      for child in process.children where Leftover.isWorker(child) {
        workers = max(workers, ChildProcess.peakBytes(of: child))
      }
    }
    return (ended, workers > 0 ? workers : own)
  }

  /// The memory that `plan --json` predicts for the largest image, without that of the program; nil if the plan predicts
  /// none.
  func predictedPeak() throws -> Int? {
    let plan = try CommandRun.run(
      program.path, ["plan", "--json", folder.path("job.yaml")], in: folder.path
    ).stdout
    let lines = try plan.split(separator: "\n").map { try Self.object($0) }
    guard lines.first?["base_bytes"] != nil else { return nil }
    return lines.compactMap { ($0["peak_bytes_by_libjpeg"] ?? $0["peak_bytes"]) as? Int }.max() ?? 0
  }

  private static func object(_ line: Substring) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
  }

  /// What is wrong with how a run over `names` ended, its manifest and its outputs.
  func wrong(_ names: [String], _ ended: ChildProcess.Ended) throws -> [String] {
    var wrong: [String] = []
    if ended.isOverdue { wrong.append("hangs") }
    guard let bytes = try? folder.read("hostile.manifest.jsonl") else {
      return wrong + ["ends by \(ended.ending) without a manifest: \(try errors())"]
    }
    var (rows, failed) = ([String: Int](), 0)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let row = try Self.object(line)
      let source = row["source"] as? String ?? ""
      rows[source, default: 0] += 1
      switch row["status"] as? String {
      case "ok": wrong += try unsound(row, source)
      case "failed": failed += 1
      default: wrong.append("'\(source)' has a status of its own: \(line)")
      }
    }
    for name in names where rows["photos/\(name).jpg"] != outputs.count {
      wrong.append("'\(name)' has \(rows["photos/\(name).jpg"] ?? 0) rows")
    }
    if rows.count != names.count {
      wrong.append("there are rows of \(rows.count) sources, not \(names.count)")
    }
    let expected: Int32 = failed > 0 ? 1 : 0
    if ended.ending != .exit(expected) {
      wrong.append("ends by \(ended.ending), with \(failed) failed rows: \(try errors())")
    }
    return wrong + folder.files().filter { $0.hasSuffix(".tmp") }.map { "temporary '\($0)' is left" }
  }

  /// What is wrong with an output that is called good.
  private func unsound(_ row: [String: Any], _ source: String) throws -> [String] {
    let output = row["output"] as? String ?? ""
    let start = try? folder.read("out/\(output)").prefix(4)
    if output.hasSuffix(".webp") || output.hasSuffix(".gif") {
      let isSound = start?.elementsEqual((output.hasSuffix(".gif") ? "GIF8" : "RIFF").utf8) == true
      return isSound ? [] : ["'\(source)' is ok, but '\(output)' is not sound"]
    }
    guard let bytes = try? folder.read("out/\(output)"), let read = try? TestJPEG.decode(bytes),
      read.warnings == 0, row["output_size"] as? [Int] == [read.picture.width, read.picture.height]
    else { return ["'\(source)' is ok, but its output is not sound"] }
    return []
  }

  private func errors() throws -> String {
    String(String(decoding: try folder.read("stderr"), as: UTF8.self).prefix(500))
  }
}
