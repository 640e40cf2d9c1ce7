import Foundation
import Reporting
import TestSupport
import Testing

/// A value of any JSON kind.
enum JSONValue: Codable, Equatable {
  case null
  case flag(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? value.decode(Int.self) {
      self = .whole(whole)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .flag(let flag): try flag.encode(to: encoder)
    case .whole(let whole): try whole.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .list(let list): try list.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }
}

@Suite struct JSONTextTests {
  @Test(
    arguments: [
      ("", #""""#), ("a/b \u{E9} \u{1F4F7} \u{2028}\u{7F}", "\"a/b \u{E9} \u{1F4F7} \u{2028}\u{7F}\""),
      ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{8}\u{C}\u{1F}", #""\u0000\u0008\u000c\u001f""#),
      ("\r\n", #""\r\n""#), ("e\u{301}", "\"e\u{301}\""),
    ])
  func strings(_ text: String, _ json: String) throws {
    #expect(Array(try JSONText.encode(text).utf8) == Array(json.utf8))
  }

  @Test func numbersWithoutAFractionHaveNone() throws {
    #expect(
      try JSONText.encode([0.0, -0.0, 1.0, -3.0, 2.5, 0.1, 1e15, 1e-7])
        == "[0,0,1,-3,2.5,0.1,1000000000000000,1e-07]")
    #expect(try JSONText.encode([Int.min, Int.max]) == "[-9223372036854775808,9223372036854775807]")
    #expect(try JSONText.encode([UInt64.max]) == "[18446744073709551615]")
    #expect(try JSONText.encode([Int8.min]) == "[-128]")
    #expect(try JSONText.encode([Float(0.5)]) == "[0.5]")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func numbersThatJSONLacksAreRefused(_ number: Double)
  {
    #expect(throws: EncodingError.self) { try JSONText.encode(["a": [number]]) }
  }

  private struct Fields: Encodable {
    var zeta = 1
    var alpha: String?
    var list: [Int?] = [1, nil]
    var none: [Int] = []
    var flag = true

    enum CodingKeys: String, CodingKey { case zeta, alpha, list, none, flag = "a\"b" }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(zeta, forKey: .zeta)
      try fields.encode(alpha, forKey: .alpha)
      try fields.encodeIfPresent(alpha, forKey: .alpha)
      try fields.encode(list, forKey: .list)
      try fields.encode(none, forKey: .none)
      try fields.encode(flag, forKey: .flag)
    }
  }

  @Test func keysStayInTheirOrder() throws {
    #expect(
      try JSONText.encode(Fields()) == #"{"zeta":1,"alpha":null,"list":[1,null],"none":[],"a\"b":true}"#)
    #expect(try JSONText.encode([String: Int]()) == "{}")
  }

  /// All that an `Encodable` may ask of an encoder.
  private struct Nested: Encodable {
    enum Key: String, CodingKey { case one, two, three, `super` }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Key.self)
      var inner = fields.nestedContainer(keyedBy: Key.self, forKey: .one)
      var list = fields.nestedUnkeyedContainer(forKey: .two)
      try list.encode(1)
      var object = list.nestedContainer(keyedBy: Key.self)
      try inner.encode("later", forKey: .three)
      var empty = list.nestedUnkeyedContainer()
      try list.encodeNil()
      try empty.encode("in")
      try object.encode(false, forKey: .one)
      try [2].encode(to: list.superEncoder())
      try fields.encodeNil(forKey: .three)
      try 7.encode(to: fields.superEncoder())
      #expect(list.count == 5)
    }
  }

  @Test func nestedContainersKeepTheirPlaces() throws {
    #expect(
      try JSONText.encode(Nested())
        == #"{"one":{"three":"later"},"two":[1,{"one":false},["in"],null,[2]],"three":null,"super":7}"#)
  }

  private func value(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
    case 0: return .null
    case 1: return .flag(Bool.random(using: &random))
    case 2: return .whole(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<60, using: &random))
    case 3: return .number(Double.random(in: -1...1, using: &random) + 0.123)
    case 4: return .text(text(&random))
    case 5: return .list((0..<3).map { _ in value(&random, depth: depth + 1) })
    default:
      return .object(
        Dictionary((0..<3).map { _ in (text(&random), value(&random, depth: depth + 1)) }) { one, _ in one })
    }
  }

  private func text(_ random: inout SplitMix64) -> String {
    let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
      Unicode.Scalar(
        UInt32.random(
          in: 0...[0x30, 0x7F, 0x2FFF, 0x10FFFF][Int.random(in: 0..<4, using: &random)], using: &random))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func foundationReadsWhatWasWritten() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<500 {
      let value = JSONValue.list([value(&random, depth: 0)])
      let data = Data(try JSONText.encode(value).utf8)
      #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
      #expect(try JSONSerialization.jsonObject(with: data) is [Any])
    }
  }

  @Test func doublesAreReadAsTheSameNumbers() throws {
    var random = SplitMix64(seed: 2)
    let special = [
      Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, 0.1 + 0.2, 1e300, 9007199254740992,
    ]
    let numbers = special + (0..<500).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let data = Data(try JSONText.encode(numbers).utf8)
    #expect(try JSONDecoder().decode([Double].self, from: data) == numbers)
  }
}
