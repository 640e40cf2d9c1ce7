import Foundation
import Running
import Synchronization
import TestSupport
import Testing
import Verifying

@testable import Session

/// Jobs that a program runs through the library, in its own process.
@Suite struct JobSessionTests {
  /// A folder with BMP pictures, a job that crops them, and a session that keeps its events.
  private struct Scene {
    let folder = try? TemporaryDirectory()
    let events = Events()
    let session: JobSession

    init(_ keys: String = "", outputs: String = "[{path: \"{stem}.png\", crop: \"2x1+0+0\"}]") throws {
      let folder = try #require(folder)
      session = JobSession(in: folder.path, events: events.add)
      for (name, red) in [("a", 10), ("b", 200)] {
        try folder.write(JobSessionTests.bmp(red: UInt8(red)), to: "photos/\(name).bmp")
      }
      try folder.write(
        """
        version: 1
        sources: ["photos/*.bmp"]
        output_root: out
        isolation: none
        outputs: \(outputs)
        \(keys)
        """, to: "job.yaml")
    }

    func file(_ name: String) throws -> [UInt8] { try #require(folder).read(name) }

    /// Runs the job, and returns its end.
    func run() throws -> JobEnd {
      let jobs = try session.load([try #require(folder).path("job.yaml")])
      // A process that another test starts may hold the lock of an earlier run for a moment.
      let prepared = try session.prepare(jobs, waiting: 10)
      return session.run(try #require(prepared.first))
    }
  }

  /// Events in words.
  private final class Events: Sendable {
    private let all = Mutex<[String]>([])

    var names: [String] { all.withLock { $0 } }

    func add(_ event: SessionEvent) {
      let name =
        switch event {
        case .message: "message"
        case .making(let work): "making \(work.size?.images ?? -1)"
        case .image(.begun): "begun"
        case .image(.made(let bytes)): "made \(bytes)"
        case .made: "made"
        case .finished: "finished"
        }
      all.withLock { $0.append(name) }
    }
  }

  /// A BMP file of 2x2 pixels of one colour, 24 bits each.
  private static func bmp(red: UInt8) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
    let row: [UInt8] = [0, 0, red, 0, 0, red, 0, 0]
    let header = number(40, 4) + number(2, 4) + number(2, 4) + number(1, 2) + number(24, 2)
    let file = Array("BM".utf8) + number(70, 4) + number(0, 4) + number(54, 4)
    return file + header + [UInt8](repeating: 0, count: 24) + row + row
  }

  @Test("A run returns its report, tells its progress in order, and writes outputs and manifest")
  func run() throws {
    let scene = try Scene()
    let end = try scene.run()
    #expect(end.status == .done)
    #expect(end.report.ok == 2)
    #expect(end.isWhole)
    let names = scene.events.names
    #expect(names.first == "making 2")
    #expect(names.suffix(2) == ["made", "finished"])
    #expect(names.count { $0 == "begun" } == 2)
    #expect(names.count { $0 == "made 70" } == 2)
    #expect(try scene.file("out/a.png").prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    let rows = String(decoding: try scene.file("job.manifest.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(rows.count == 2)
  }

  @Test("A second run finds everything done, and begins no image")
  func again() throws {
    let scene = try Scene()
    _ = try scene.run()
    let before = scene.events.names.count
    let end = try scene.run()
    #expect(end.status == .done)
    #expect(end.report.reused == 2)
    #expect(scene.events.names.count == before)
  }

  /// Each picture has 2x2 pixels.
  @Test(
    "An unchanged job is settled, and counts what it made of each picture",
    arguments: [
      ("[{path: '{stem}.png'}]", 2),
      ("[{path: '{stem}-{width}.{format}', widths: [1, 2], formats: [png, tiff]}]", 8),
      ("[{path: '{stem}-{row}-{col}.png', tiles: {width: 1, height: 1}}, {path: '{stem}.png'}]", 10),
    ])
  func settled(_ outputs: String, _ count: Int) throws {
    let scene = try Scene(outputs: outputs)
    #expect(try scene.run().report.ok == count)
    let jobs = try scene.session.load([try #require(scene.folder).path("job.yaml")])
    let prepared = try scene.session.prepare(jobs, waiting: 10)
    #expect(prepared.map(\.isSettled) == [true])
    let end = scene.session.run(try #require(prepared.first))
    #expect(end.report.reused == count)
    #expect(end.report.rows == count)
  }

  @Test("Only one process at a time deals the groups of an exact split")
  func dealing() throws {
    let scene = try Scene(
      "split: {exact: true, train: 50%, val: 50%}", outputs: "[{path: '{split}/{stem}.png'}]")
    let jobs = try scene.session.load([try #require(scene.folder).path("job.yaml")])
    let job = try #require(jobs.first)
    let prepared = try scene.session.prepare(jobs, waiting: 10)
    let error = #expect(throws: SessionError.self) {
      try scene.session.prepareFreezing(job, to: "plan.jsonl", shards: 2)
    }
    #expect(error?.status == .later)
    prepared.first?.withdraw()
  }

  @Test("A damaged source is a failed row of the report, and the status says so")
  func failure() throws {
    let scene = try Scene()
    try scene.folder?.write(Array("BM".utf8), to: "photos/c.bmp")
    let end = try scene.run()
    #expect(end.status == .failures)
    #expect(end.report.failed == 1)
    #expect(end.report.ok == 2)
    #expect(end.report.details.map(\.source) == ["photos/c.bmp"])
  }

  @Test("A wrong job file is refused with the place of its fault")
  func wrongJob() throws {
    let scene = try Scene("colour: red")
    let error = try #require(throws: SessionError.self) { _ = try scene.run() }
    #expect(error.status == .usage)
    guard case .diagnostics(let diagnostics, _)? = error.messages.first else {
      Issue.record("there is no diagnostic")
      return
    }
    #expect(diagnostics.map(\.location?.line) == [6])
  }

  @Test("A plan is a value: it names the crop before a pixel is read")
  func plan() throws {
    let scene = try Scene()
    let planned = try scene.session.plan(scene.session.load([try #require(scene.folder).path("job.yaml")]))
    let images = try #require(planned.first).plan.images
    #expect(images.map(\.source) == ["photos/a.bmp", "photos/b.bmp"])
    #expect(images.flatMap(\.outputs).map(\.size?.width) == [2, 2])
    #expect(scene.events.names == [])
  }

  @Test("A changed output is an exception of the verification")
  func verify() throws {
    let scene = try Scene()
    _ = try scene.run()
    try scene.folder?.write([1, 2, 3], to: "out/a.png")
    let manifest = try #require(scene.folder).path("job.manifest.jsonl")
    var found: [String?] = []
    let subject = try scene.session.open(manifest: manifest)
    let report = try scene.session.verify(subject, named: manifest, .whole(.none)) { found.append($0.output) }
    #expect(report.found == 1)
    #expect(found == ["a.png"])
  }

  @Test("A dry run names the outputs that are left, and writes nothing")
  func dryRun() throws {
    let scene = try Scene()
    _ = try scene.run()
    try FileManager.default.removeItem(atPath: try #require(scene.folder).path("out/b.png"))
    let before = scene.folder?.files()
    let planned = try scene.session.plan(scene.session.load([try #require(scene.folder).path("job.yaml")]))
    var made: [String] = []
    let (report, isFine) = try scene.session.dryRun(try #require(planned.first), RunOptions()) {
      made.append(String($0.suffix(9)))
    }
    #expect(made == ["out/b.png"])
    #expect(isFine)
    #expect(report.line.hasPrefix("job: "))
    #expect(scene.folder?.files() == before)
  }
}
