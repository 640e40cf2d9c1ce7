import Foundation
import TestSupport
import Testing

/// `--memory`.
struct MemoryTests {
  /// Beside its image a worker process takes 14.5 MB.
  private static let worker = 14_500_000

  /// Pictures of four sizes, and words.
  private static func studio(_ keys: String) throws -> Studio {
    let studio = try Studio(
      "output_root: out\non_error: {max_failures: 2}\n\(keys)\noutputs: [{path: \"{stem}.jpg\"}]")
    for (index, size) in [200, 900, 400, 1200, 400, 200].enumerated() {
      try studio.add(Picture(width: size, height: size, seed: index), "photos/\(index).jpg")
    }
    try studio.folder.write("words", to: "photos/6.jpg")
    return studio
  }

  /// Expects that a quiet run ended well, and told no more than its summary, which begins so.
  private static func expectSummary(
    _ summary: String, of run: CommandRun, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(run.stderr.hasPrefix("job: " + summary), "\(run.stderr)", sourceLocation: sourceLocation)
  }

  /// The peaks that the plan shows, in source order.
  private static func peaks(_ studio: Studio) throws -> [Int] {
    try studio.upright("plan", "--json", "job.yaml").stdout.matches(of: /"peak_bytes":(\d+)/)
      .compactMap { Int($0.1) }
  }

  @Test(
    "An image that can't fit even alone is a failed row, and the others are made",
    arguments: [("none", 0), ("process", worker)], ["1", "3"])
  func tooSmall(_ isolation: (key: String, bytes: Int), _ jobs: String) throws {
    let studio = try Self.studio("isolation: \(isolation.key)")
    let peaks = try Self.peaks(studio)
    let (most, next) = (peaks[3] + isolation.bytes, peaks[1] + isolation.bytes)
    let memory = String(most - 1)
    Self.expectSummary(
      "5 of 7 outputs made from 7 images, 2 failed",
      of: try studio.upright("run", "--quiet", "--jobs", jobs, "--memory", memory, "job.yaml"))
    let rows = try studio.rows()
    #expect(rows.map(\.error?.code) == [nil, nil, nil, "memory", nil, nil, "unsupported_format"])
    #expect(
      rows[3].error?.message == "needs \(most) B of memory, and --memory allows \(most - 1) B")
    #expect(rows[3].source_sha256 == nil)
    #expect(studio.folder.files().filter { $0.hasPrefix("out/3") } == [])
    // One byte less than the largest of the others takes.
    #expect(
      try studio.upright("run", "--quiet", "--force", "--memory", String(next - 1), "job.yaml").ending
        == .exit(1))
    #expect(
      try studio.rows().map(\.error?.code)
        == [nil, "memory", nil, "memory", nil, nil, "unsupported_format"])
  }

  @Test("What had no room is made as soon as there is", arguments: ["none", "process"])
  func later(_ isolation: String) throws {
    let studio = try Self.studio("isolation: \(isolation)")
    let peaks = try Self.peaks(studio)
    let bytes = peaks[3] + (isolation == "none" ? 0 : Self.worker)
    #expect(try studio.upright("run", "--quiet", "--memory", "1KB", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.error?.code).prefix(6) == Array(repeating: "memory", count: 6)[...])
    Self.expectSummary(
      "6 of 7 outputs made from 7 images, 1 failed, 1 of them reported before",
      of: try studio.upright("run", "--quiet", "--jobs", "4", "--memory", String(bytes), "job.yaml"))
    let made = try studio.contents(besides: ["out/.upright/job/journal"])
    let other = try Self.studio("isolation: \(isolation)")
    Self.expectSummary(
      "6 of 7 outputs made from 7 images, 1 failed",
      of: try other.upright("run", "--quiet", "--jobs", "1", "job.yaml"))
    #expect(try other.contents(besides: ["out/.upright/job/journal"]) == made)
  }

  @Test("Nothing is failed that needs no memory: outputs that stay, and pictures that can't be made")
  func nothingToMake() throws {
    let studio = try Self.studio("existing: keep")
    for index in 0..<6 { try studio.folder.write("mine", to: "out/\(index).jpg") }
    Self.expectSummary(
      "0 of 7 outputs made from 7 images, 1 failed, 6 kept as they are",
      of: try studio.upright("run", "--quiet", "--memory", "1KB", "job.yaml"))
    #expect(
      try studio.rows().map(\.error?.code) == Array(repeating: "exists", count: 6) + ["unsupported_format"])
  }

  @Test("Sizes as limits.max_file has them", arguments: ["30000000", "30MB", "0.03GB", "28.7MiB", "1 GiB"])
  func sizes(_ size: String) throws {
    let studio = try Studio("outputs: [{path: x.jpg}]", sources: "[photos/a.jpg]")
    try studio.add(Picture(), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "--memory", size, "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("policy: stop goes in source order, and begins none after one that can't fit")
  func stopping() throws {
    let studio = try Self.studio("isolation: none")
    let peaks = try Self.peaks(studio)
    try studio.job(
      "sources: [\"photos/*.jpg\"]\nisolation: none\non_error: {policy: stop}\noutputs: [{path: \"{stem}.jpg\"}]"
    )
    #expect(
      try studio.upright("run", "--quiet", "--jobs", "1", "--memory", String(peaks[1] - 1), "job.yaml").ending
        == .exit(1))
    #expect(
      try studio.rows().map(\.error?.code)
        == [nil, "memory", "stopped", "stopped", "stopped", "stopped", "unsupported_format"])
  }
}
