import Net
import Testing

@Suite struct ContentRangeTests {
  /// The first five are the examples of RFC 9110, section 14.4.
  @Test(
    "Ranges and sizes",
    arguments: [
      ("bytes 42-1233/1234", 42..<1234, 1234), ("bytes 42-1233/*", 42..<1234, nil),
      ("bytes */1234", nil, 1234),
      ("bytes 0-499/1234", 0..<500, 1234), ("bytes 734-1233/1234", 734..<1234, 1234),
      ("Bytes 0-0/1", 0..<1, 1),
      ("bytes */0", nil, 0),
    ] as [(String, Range<Int>?, Int?)])
  func ranges(_ value: String, _ range: Range<Int>?, _ size: Int?) throws {
    let read = try #require(ContentRange(value))
    #expect(read.range == range)
    #expect(read.size == size)
  }

  @Test(
    "None",
    arguments: [
      "", "bytes", "bytes */*", "bytes 0-0", "bytes 2-1/9", "bytes 0-9/9", "bytes 0-9/5", "bytes=0-9/10",
      "pages 0-9/10",
      "bytes 0-9/10 ", "bytes  0-9/10", "bytes -9/10", "bytes 0-/10", "bytes 0-9/", "bytes +0-9/10",
      "bytes 0-9/-10",
      "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*", "bytes 0-9/99999999999999999999",
      "bytes */",
    ])
  func none(_ value: String) {
    #expect(ContentRange(value) == nil)
  }
}
