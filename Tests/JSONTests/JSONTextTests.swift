import Foundation
import JSON
import TestSupport
import Testing

/// A value of any JSON kind.
enum AnyJSON: Decodable, JSONWritable, Equatable {
  case null
  case flag(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([AnyJSON])
  case object([String: AnyJSON])

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
    } else if let list = try? value.decode([AnyJSON].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: Int?.none.write(to: &json)
    case .flag(let flag): flag.write(to: &json)
    case .whole(let whole): whole.write(to: &json)
    case .number(let number): number.write(to: &json)
    case .text(let text): text.write(to: &json)
    case .list(let list): list.write(to: &json)
    case .object(let object):
      json.object { json in
        for (name, value) in object { json.field(name, value) }
      }
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
    #expect(try JSONText.encode([Int64.min]) == "[-9223372036854775808]")
    #expect(try JSONText.encode([UInt8.max]) == "[255]")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func numbersThatJSONLacksAreRefused(_ number: Double)
  {
    let error = #expect(throws: NotInJSON.self) { try JSONText.encode([[1], [number, 2]]) }
    #expect(error?.number.bitPattern == number.bitPattern)
  }

  private struct Fields: JSONWritable {
    var alpha: String?
    var list: [Int?] = [1, nil]
    var none: [Int] = []

    func write(to json: inout JSONWriter) {
      json.object { json in
        json.field("zeta", 1)
        json.field("alpha", alpha)
        json.fieldIfPresent("beta", alpha)
        json.fieldIfPresent("gamma", 2 as Int?)
        json.field("list", list)
        json.field("none", none)
        json.field("a\"b", true)
      }
    }
  }

  @Test func keysStayInTheirOrder() throws {
    let text = #"{"zeta":1,"alpha":null,"gamma":2,"list":[1,null],"none":[],"a\"b":true}"#
    #expect(try JSONText.encode(Fields()) == text)
    #expect(try JSONText.encode([Fields(), Fields()]) == "[\(text),\(text)]")
    #expect(try JSONText.encode(AnyJSON.object([:])) == "{}")
  }

  /// Lists and objects in one another, as siblings and alone.
  private struct Nested: JSONWritable {
    func write(to json: inout JSONWriter) {
      json.object { json in
        json.field("one", AnyJSON.object(["three": .text("later")]))
        json.field("two", AnyJSON.list([.whole(1), .object(["one": .flag(false)]), .list([.text("in")])]))
        json.field("none", AnyJSON.list([.list([]), .object([:]), .null]))
        json.field("last", 7)
      }
    }
  }

  @Test func valuesInOneAnotherKeepTheirPlaces() throws {
    #expect(
      try JSONText.encode(Nested())
        == #"{"one":{"three":"later"},"two":[1,{"one":false},["in"]],"none":[[],{},null],"last":7}"#)
  }

  @Test func linesStandAlone() throws {
    var json = JSONWriter()
    json.line([1, 2])
    json.line("a")
    #expect(json.count == 10)
    #expect(try json.take() == Array("[1,2]\n\"a\"\n".utf8))
    json.line(true)
    #expect(try json.take() == Array("true\n".utf8))
  }

  private func value(_ random: inout SplitMix64, depth: Int) -> AnyJSON {
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
      let value = AnyJSON.list([value(&random, depth: 0)])
      let data = Data(try JSONText.encode(value).utf8)
      #expect(try JSONDecoder().decode(AnyJSON.self, from: data) == value)
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
