import Testing

@testable import JSON

@Suite struct SealedLineTests {
  private struct Sample: JSONWritable {
    func write(to json: inout JSONWriter) { json.object { $0.field("a", "é") } }
  }

  private func sealed() throws -> [UInt8] {
    var json = JSONWriter()
    json.line(Sample())
    json.sealedLine(Sample())
    json.line(Sample())
    return Array(try json.take().split(separator: UInt8(ascii: "\n"))[1])
  }

  @Test("The checksum is that of all bytes before it")
  func text() throws {
    // crc32c of `{"a":"é"` by Python's crc32c 2.7.
    #expect(String(decoding: try sealed(), as: UTF8.self) == #"{"a":"é","crc32c":"9e9126d4"}"#)
  }

  @Test("Each flipped bit is found, and so is a line that is too short")
  func flips() throws {
    let line = try sealed()
    #expect(SealedLine.content(of: line[...]).map { String(decoding: $0, as: UTF8.self) } == #"{"a":"é""#)
    for place in line.indices {
      for bit in 0..<8 {
        var flipped = line
        flipped[place] ^= 1 << bit
        #expect(SealedLine.content(of: flipped[...]) == nil)
      }
      #expect(SealedLine.content(of: line[..<place]) == nil)
    }
  }
}
