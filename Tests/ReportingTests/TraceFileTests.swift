import Reporting
import TestSupport
import Testing

@Suite("The file behind --trace")
struct TraceFileTests {
  private static func text(_ fill: (TraceFile) -> Void) throws -> String {
    let folder = try TemporaryDirectory()
    let file = try TraceFile(folder.path("t.json"), since: MeasuredRun.start)
    fill(file)
    try file.finish()
    #expect(folder.files() == ["t.json"])
    return String(decoding: try folder.read("t.json"), as: UTF8.self)
  }

  private static let head = """
    {"displayTimeUnit":"ms","traceEvents":[
    {"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"upright"}},
    {"name":"thread_name","ph":"M","pid":1,"tid":0,"args":{"name":"planning"}}
    """

  @Test("Tracks have names, and an image's stages lie end to end in it")
  func events() throws {
    func stage(_ name: String, _ track: Int, _ start: String, _ duration: String, _ bytes: Int) -> String {
      ##"{"name":"\##(name)","cat":"stage","ph":"X","pid":1,"tid":\##(track),"ts":\##(start),"##
        + ##""dur":\##(duration),"args":{"bytes":\##(bytes),"##
        + ##""note":"all its time in one piece: stages take turns, strip by strip"}}"##
    }
    let expected = [
      Self.head,
      ##"{"name":"plan","cat":"run","ph":"X","pid":1,"tid":0,"ts":0.000,"dur":500.020,"args":{}}"##,
      ##"{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"worker 1"}}"##,
      ##"{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"worker 2"}}"##,
      ##"{"name":"a/é\"1.jpg","cat":"image","ph":"X","pid":1,"tid":2,"ts":2000.250,"dur":24.457,"##
        + ##""args":{"job":"nightly","id":"é\"1","probe_ns":900,"filters":{"hits":7,"misses":2},"buffers":{"hits":8,"misses":1}}}"##,
      stage("wait", 2, "2000.250", "0.006", 0),
      stage("read", 2, "2000.256", "1.001", 70_000),
      stage("decode", 2, "2001.257", "20.000", 900_000),
      stage("resample", 2, "2021.257", "3.000", 900_001),
      stage("encode", 2, "2024.257", "0.400", 5),
      stage("write", 2, "2024.657", "0.050", 6),
      ##"{"name":"b.jpg","cat":"image","ph":"X","pid":1,"tid":1,"ts":2100.000,"dur":12000.000,"##
        + ##""args":{"job":"other","id":"b","probe_ns":100,"filters":{"hits":1,"misses":3},"buffers":{"hits":0,"misses":0}}}"##,
      stage("wait", 1, "2100.000", "12000.000", 0),
    ].joined(separator: ",\n")
    let text = try Self.text { file in
      file.addPlanning(until: 1_500_020)
      for image in MeasuredRun.images { file.add(image) }
    }
    #expect(text == expected + "\n]}\n")
  }

  @Test("A run that rendered nothing")
  func nothing() throws {
    #expect(try Self.text { _ in } == Self.head + "\n]}\n")
  }
}
