import Foundation
import Testing

@testable import JSON
@testable import System

@Suite struct JSONDecodingTests {
  private struct Sample: Codable, Hashable {
    enum Kind: String, Codable { case one, two }
    struct Part: Codable, Hashable {
      var name: String
      var size: [Int32]
    }
    var number: Int
    var big: UInt64
    var small: Int8
    var real: Double
    var flag: Bool
    var kind: Kind
    var text: String?
    var parts: [Part]
    var matrix: [[Double]]
    var maybe: [Int?]
  }

  private static let sample = Sample(
    number: -1_700_000_000_123_456_789, big: .max, small: -128, real: 0.1, flag: true, kind: .two, text: nil,
    parts: [.init(name: "é\n\"\u{1F4F7}", size: [1, -2]), .init(name: "", size: [])],
    matrix: [[], [1.5, -2e300]], maybe: [1, nil, 3])

  private func value(_ text: String) throws -> JSONValue { try JSONValue(line: Array(text.utf8)[...]) }

  @Test func whatFoundationWritesIsReadAsItWas() throws {
    let text = String(decoding: try JSONEncoder().encode(Self.sample), as: UTF8.self)
    #expect(try JSONDecoding.decode(Sample.self, from: value(text)) == Self.sample)
  }

  @Test(
    "What is wrong is told with its place",
    arguments: [
      (#""number":-1"#, #""number":"x""#, "'number' is not a Int"),
      (#""small":-128"#, #""small":-129"#, "'small' is not a Int8"),
      (#""flag":true"#, #""flag":1"#, "'flag' is not a Bool"),
      (#""size":[1,-2]"#, #""size":7"#, "'parts.size' is not a list"),
      (#""name":"","#, "", "'parts' there is no 'name'"),
      (#""matrix":[[]"#, #""matrix":[{}"#, "'matrix' is not a list"),
    ])
  func mistakes(_ part: String, _ wrong: String, _ words: String) throws {
    var plain = Self.sample
    plain.number = -1
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(plain), as: UTF8.self)
    let broken = text.replacing(part, with: wrong, maxReplacements: 1)
    #expect(broken != text)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoding.decode(Sample.self, from: value(broken))
    }
    #expect(error?.words == words)
  }

  @Test(
    "A line is one object and nothing else", arguments: ["[1]", "7", "", "{} {}", "{\"a\":1", "{\"a\":1}x"])
  func lines(_ text: String) { #expect(throws: FileFault.self) { try value(text) } }
}
