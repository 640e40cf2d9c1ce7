import Rendering
import Reporting
import System
import TestSupport
import Testing

@Suite("The file behind --stats")
struct StatsFileTests {
  private static func text(_ images: [MeasuredImage], _ network: NetworkUse = NetworkUse()) throws -> String {
    let folder = try TemporaryDirectory()
    let file = try StatsFile(folder.path("s.jsonl"), since: MeasuredRun.start)
    for image in images { file.add(image) }
    #expect(folder.files() == [])
    try file.finish(
      images: 5, at: 21_000_000, ProcessorTimes(process: 123_456, children: 9_876_543_210_123), network)
    #expect(folder.files() == ["s.jsonl"])
    return String(decoding: try folder.read("s.jsonl"), as: UTF8.self)
  }

  @Test("A line an image, then the totals")
  func lines() throws {
    let expected = [
      ##"{"job":"nightly","source":"a/é\"1.jpg","id":"é\"1","worker":2,"start_ns":2000250,"wall_ns":24457,"##
        + ##""stages":{"probe":{"ns":900,"bytes":16384},"read":{"ns":1001,"bytes":70000},"##
        + ##""decode":{"ns":20000,"bytes":900000},"orient":{"ns":0,"bytes":0},"##
        + ##""resample":{"ns":3000,"bytes":900001},"encode":{"ns":400,"bytes":5},"##
        + ##""write":{"ns":50,"bytes":6},"wait":{"ns":6,"bytes":0}},"filters":{"hits":7,"misses":2},"buffers":{"hits":8,"misses":1}}"##,
      ##"{"job":"other","source":"b.jpg","id":"b","worker":1,"start_ns":2100000,"wall_ns":12000000,"##
        + ##""stages":{"probe":{"ns":100,"bytes":20000},"read":{"ns":0,"bytes":0},"##
        + ##""decode":{"ns":0,"bytes":0},"orient":{"ns":0,"bytes":0},"resample":{"ns":0,"bytes":0},"##
        + ##""encode":{"ns":0,"bytes":0},"write":{"ns":0,"bytes":0},"wait":{"ns":12000000,"bytes":0}},"##
        + ##""filters":{"hits":1,"misses":3},"buffers":{"hits":0,"misses":0}}"##,
      ##"{"totals":{"images":5,"rendered":2,"wall_ns":20000000,"##
        + ##""cpu_ns":{"process":123456,"children":9876543210123},"##
        + ##""network":{"requests":7,"retries":2,"bytes":99000,"wait_ns":5000000000},"##
        + ##""stages":{"probe":{"ns":1000,"bytes":20000},"read":{"ns":1001,"bytes":70000},"##
        + ##""decode":{"ns":20000,"bytes":900000},"orient":{"ns":0,"bytes":0},"##
        + ##""resample":{"ns":3000,"bytes":900001},"encode":{"ns":400,"bytes":5},"##
        + ##""write":{"ns":50,"bytes":6},"wait":{"ns":12000006,"bytes":0}},"filters":{"hits":8,"misses":5},"buffers":{"hits":8,"misses":1}}}"##,
    ]
    let network = NetworkUse(requests: 7, retries: 2, bytes: 99_000, waited: 5_000_000_000)
    #expect(try Self.text(MeasuredRun.images, network) == expected.map { $0 + "\n" }.joined())
  }

  @Test("Of a run that rendered nothing there are totals alone")
  func nothing() throws {
    let none = Stage.allCases.map { ##""\##($0.rawValue)":{"ns":0,"bytes":0}"## }.joined(separator: ",")
    #expect(
      try Self.text([])
        == ##"{"totals":{"images":5,"rendered":0,"wall_ns":20000000,"##
        + ##""cpu_ns":{"process":123456,"children":9876543210123},"stages":{\##(none)},"##
        + ##""filters":{"hits":0,"misses":0},"buffers":{"hits":0,"misses":0}}}"## + "\n")
  }

  @Test("More than fits into one write is all there")
  func many() throws {
    let images = Array(repeating: MeasuredRun.images, count: 500).flatMap { $0 }
    let lines = try Self.text(images).split(separator: "\n")
    let pair = try Self.text(MeasuredRun.images).split(separator: "\n").prefix(2)
    #expect(Array(lines.dropLast()) == Array(repeating: pair, count: 500).flatMap { $0 })
  }

  @Test("One that isn't finished leaves nothing behind, and a folder in its place is told")
  func unfinished() throws {
    let folder = try TemporaryDirectory()
    do { try StatsFile(folder.path("s.jsonl"), since: 0).add(MeasuredRun.images[0]) }
    #expect(folder.files() == [])
    try folder.makeFolder("s.jsonl/x")
    let file = try StatsFile(folder.path("s.jsonl"), since: 0)
    #expect(throws: SystemError(21)) {
      try file.finish(images: 0, at: 0, ProcessorTimes(process: 0, children: 0), NetworkUse())
    }
  }
}
