import Foundation
import TestSupport
import Testing

/// `--stats` and `--trace`.
struct MeasuringTests {
  private static let stages = ["probe", "read", "decode", "orient", "resample", "encode", "write", "wait"]

  /// A line of the statistics.
  private struct Line: Decodable {
    struct Cost: Decodable {
      var ns: Int
      var bytes: Int
    }

    struct Filters: Decodable, Equatable {
      var hits: Int
      var misses: Int
    }

    struct Times: Decodable {
      var process: Int
      var children: Int
    }

    struct Totals: Decodable {
      var images: Int
      var rendered: Int
      var wall_ns: Int
      var cpu_ns: Times
      var stages: [String: Cost]
      var filters: Filters
    }

    var job: String?
    var source: String?
    var id: String?
    var worker: Int?
    var start_ns: Int?
    var wall_ns: Int?
    var stages: [String: Cost]?
    var filters: Filters?
    var totals: Totals?
  }

  private struct Trace: Decodable {
    struct Event: Decodable {
      struct Arguments: Decodable { var name: String? }

      var name: String
      var ph: String
      var cat: String?
      var pid: Int
      var tid: Int
      var ts: Double?
      var dur: Double?
      var args: Arguments

      /// In nanoseconds.
      var span: Range<Int> {
        let start = Int(((ts ?? 0) * 1000).rounded())
        return start..<start + Int(((dur ?? 0) * 1000).rounded())
      }
    }

    var traceEvents: [Event]
  }

  private static func lines(_ studio: Studio, _ name: String = "s.jsonl") throws -> [Line] {
    try studio.text(name).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private static func events(_ studio: Studio) throws -> [Trace.Event] {
    try JSONDecoder().decode(Trace.self, from: Data(try studio.text("t.json").utf8)).traceEvents
  }

  /// Four pictures that are made, one that is damaged and one that is refused by its header.
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio(
      "output_root: out\n\(keys)\noutputs: [{path: \"{stem}.jpg\", resize: {width: 20}}, {path: \"{stem}-f.jpg\"}]"
    )
    for (seed, name) in ["a", "b", "c", "d"].enumerated() {
      try studio.add(.tagged(6, width: 200, height: 150, seed: seed), "photos/\(name).jpg")
    }
    try studio.folder.write(try studio.folder.read("photos/a.jpg").dropLast(2000), to: "photos/e.jpg")
    try studio.folder.write("words", to: "photos/f.jpg")
    return studio
  }

  @Test("Each image has a line with all stages, which come to the whole", arguments: ["process", "none"])
  func statistics(_ isolation: String) throws {
    let studio = try Self.studio("isolation: \(isolation)")
    #expect(
      try studio.upright("run", "--quiet", "--jobs", "2", "--stats", "s.jsonl", "job.yaml").ending == .exit(1)
    )
    let lines = try Self.lines(studio)
    let totals = try #require(lines.last?.totals)
    let images = lines.dropLast()
    #expect(images.compactMap(\.source).sorted() == ["a", "b", "c", "d", "e"].map { "photos/\($0).jpg" })
    #expect(images.compactMap(\.id).sorted() == ["a", "b", "c", "d", "e"])
    for image in images {
      let stages = try #require(image.stages)
      let (start, wall) = (try #require(image.start_ns), try #require(image.wall_ns))
      #expect(stages.keys.sorted() == Self.stages.sorted())
      #expect(stages.filter { $0.key != "probe" }.values.reduce(0) { $0 + $1.ns } == wall)
      #expect(stages.values.allSatisfy { $0.ns >= 0 && $0.bytes >= 0 })
      for stage in ["probe", "read", "decode", "wait"] { #expect((stages[stage]?.ns ?? 0) > 0, "\(stage)") }
      for stage in ["orient", "encode", "write"] {
        #expect(((stages[stage]?.ns ?? 0) > 0) == (image.id != "e"), "\(stage)")
      }
      #expect(image.job == "job" && [1, 2].contains(image.worker))
      #expect(start > 0 && start + wall <= totals.wall_ns)
    }
    #expect(totals.images == 6 && totals.rendered == 5)
    #expect(totals.cpu_ns.process > 0 && (totals.cpu_ns.children > 0) == (isolation == "process"))
    for stage in Self.stages {
      let costs = images.compactMap { $0.stages?[stage] }
      #expect(totals.stages[stage]?.ns == costs.reduce(0) { $0 + $1.ns })
      #expect(totals.stages[stage]?.bytes == costs.map(\.bytes).max())
    }
    let filters = images.compactMap(\.filters)
    #expect(totals.filters.hits == filters.reduce(0) { $0 + $1.hits } && totals.filters.hits > 0)
    // Each of two workers, or threads, makes four filter banks at most: one for each axis of luma and of chroma.
    #expect(totals.filters.misses == filters.reduce(0) { $0 + $1.misses })
    #expect([4, 8].contains(totals.filters.misses))
  }

  @Test("In a trace each image lies on a track with a name, and its stages lie in it", arguments: [1, 2])
  func trace(_ jobs: Int) throws {
    let studio = try Self.studio()
    #expect(
      try studio.upright("run", "--quiet", "--jobs", "\(jobs)", "--trace", "t.json", "job.yaml").ending
        == .exit(1))
    let events = try Self.events(studio)
    #expect(Set(events.map(\.pid)) == [1])
    let names = events.filter { $0.name == "thread_name" }
    #expect(names.allSatisfy { $0.ph == "M" })
    #expect(
      Set(names.map(\.tid)).isSuperset(of: events.map(\.tid)) && Set(names.map(\.tid)).count == names.count)
    #expect(
      names.allSatisfy { $0.args.name == ($0.tid == 0 ? "planning" : "worker \($0.tid)") })
    let images = events.filter { $0.cat == "image" }
    #expect(images.map(\.name).sorted() == ["a", "b", "c", "d", "e"].map { "photos/\($0).jpg" })
    let plan = try #require(events.first { $0.name == "plan" })
    for image in images {
      #expect(image.ph == "X" && 1...jobs ~= image.tid && image.span.lowerBound >= plan.span.upperBound)
      let others = images.filter { $0.tid == image.tid && $0.name != image.name }
      #expect(others.allSatisfy { !$0.span.overlaps(image.span) })
      let stages = events.filter {
        $0.cat == "stage" && $0.tid == image.tid && image.span.contains($0.span.lowerBound)
      }
      #expect(stages.first?.span.lowerBound == image.span.lowerBound)
      for (one, next) in zip(stages, stages.dropFirst()) {
        #expect(one.span.upperBound == next.span.lowerBound)
      }
      #expect(stages.last?.span.upperBound == image.span.upperBound)
      if image.name != "photos/e.jpg" {
        #expect(stages.map(\.name) == ["wait", "read", "decode", "resample", "orient", "encode", "write"])
      }
    }
  }

  @Test("Nothing is made otherwise for it", arguments: ["process", "none"])
  func same(_ isolation: String) throws {
    let (plain, measured) = (
      try Self.studio("isolation: \(isolation)"), try Self.studio("isolation: \(isolation)")
    )
    let run = try plain.upright("run", "--json", "--jobs", "1", "job.yaml")
    let measuredRun = try measured.upright(
      "run", "--json", "--jobs", "1", "--stats", "s.jsonl", "--trace", "t.json", "job.yaml")
    #expect(measuredRun == run)
    #expect(try measured.contents(besides: ["s.jsonl", "t.json"]) == plain.contents())
  }

  @Test("What is done before has no line, and an earlier file is replaced")
  func again() throws {
    let studio = try Self.studio()
    _ = try studio.upright("run", "--quiet", "--stats", "s.jsonl", "job.yaml")
    try FileManager.default.removeItem(atPath: studio.folder.path("out/b.jpg"))
    _ = try studio.upright("run", "--quiet", "--stats", "s.jsonl", "--trace", "t.json", "job.yaml")
    let lines = try Self.lines(studio)
    #expect(lines.map(\.source) == ["photos/b.jpg", nil])
    #expect(lines.last?.totals?.images == 6)
    #expect(try Self.events(studio).filter { $0.cat == "image" }.map(\.name) == ["photos/b.jpg"])
  }

  @Test("Jobs of one call have their lines in one file")
  func jobs() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.job(
      "sources: [\"photos/*.jpg\"]\noutput_root: more\noutputs: [{path: \"{stem}.jpg\"}]", "other.yaml")
    #expect(
      try studio.upright("run", "--quiet", "--stats", "s.jsonl", "job.yaml", "other.yaml")
        == CommandRun(.exit(0)))
    let lines = try Self.lines(studio)
    #expect(lines.map(\.job) == ["job", "other", nil])
    #expect(lines.map(\.worker) == [1, 1, nil])
    #expect(lines.last?.totals?.images == 2 && lines.last?.totals?.rendered == 2)
  }

  @Test("A file that can't be begun stops all", arguments: ["--stats", "--trace"])
  func unwritable(_ option: String) throws {
    let studio = try Self.studio()
    // It has the name that the file has first.
    try studio.folder.makeFolder(".x.upright-tmp")
    #expect(
      try studio.upright("run", option, "x", "job.yaml")
        == CommandRun(.exit(74), stderr: "upright: error: 'x' can't be written: Is a directory\n"))
    #expect(!studio.folder.files().contains { $0.hasPrefix("out/") })
  }

  @Test("One that can't be written is told at the end, when all is made", arguments: ["--stats", "--trace"])
  func full(_ option: String) throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.folder.write("", to: "out/.upright/job/lock")
    let lock = try HeldLock(studio)
    let run = try StartedRun(studio, "run", "--quiet", "--wait", "600", option, "x", "job.yaml")
    // The file is begun: with a name, or without one.
    #expect(run.wait { run.hasUnnamedFile || studio.folder.files().contains(".x.upright-tmp") })
    // A folder in the file's place.
    try studio.folder.makeFolder("x/y")
    lock.release()
    #expect(
      try run.end()
        == CommandRun(.exit(74), stderr: "upright: error: 'x' can't be written: Is a directory\n"))
    #expect(
      studio.folder.files() == ["job.manifest.jsonl", "job.yaml", "out/a.jpg", "photos/a.jpg"])
  }

  @Test("A job's own files and what is no file are not replaced")
  func places() throws {
    let studio = try Self.studio()
    try studio.folder.link("link", to: "job.yaml")
    let before = try studio.contents()
    #expect(
      try studio.upright("run", "--stats", "out/../job.yaml", "job.yaml")
        == CommandRun(.exit(2), stderr: "job.yaml: error: --stats would replace this file\n"))
    #expect(
      try studio.upright("run", "--trace", "job.manifest.jsonl", "job.yaml")
        == CommandRun(
          .exit(2), stderr: "job.yaml: error: --trace would replace the manifest, 'job.manifest.jsonl'\n"))
    #expect(
      try studio.upright("run", "--stats", "./job.lock.jsonl", "job.yaml")
        == CommandRun(
          .exit(2), stderr: "job.yaml: error: --stats would replace the lock, 'job.lock.jsonl'\n"))
    for name in ["link", "photos", ""] {
      let run = try studio.upright("run", "--stats", name, "job.yaml")
      #expect(run.ending == .exit(2))
      #expect(run.stderr.hasPrefix("Error: --stats: '\(name)' is there already, and no regular file\n"))
    }
    #expect(try studio.contents() == before)
  }
}
