import ImageModel
import System
import TestSupport
import Testing

@testable import Annotations
@testable import JSON

struct JSONRepairTests {
  private func repaired(_ pieces: ArraySlice<UInt8>...) -> String {
    var repair = JSONRepair()
    let bytes = pieces.flatMap { piece in piece.withUnsafeBytes { repair.repaired($0) } }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let cases: [(String, String)] = [
    ("[NaN, Infinity,-Infinity , -1.5e-3, 0]", "[null, null,null , -1.5e-3, 0]"),
    (#"{"NaN": "-Infinity", "I": NaN, "N": "\"NaN"}"#, #"{"NaN": "-Infinity", "I": null, "N": "\"NaN"}"#),
    ("[--Infinity, -NaN]", "[-null, -null]"),
    ("[Nan, Infinite]", "[nulln, nulle]"),
    (#""\ud83d\ude00 \uD83D\uDE00""#, #""😀 😀""#),
    (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ude00\ud83d""#, "\"\u{FFFD}\u{FFFD}\""),
    (#""\ud83dx""#, "\"\u{FFFD}x\""), (#""\ud83d\n""#, "\"\u{FFFD}\\n\""),
    (#""\ud83d\\""#, "\"\u{FFFD}\\\\\""), (#""\ud83d\\ude00""#, "\"\u{FFFD}\\\\ude00\""),
    (#""\ud83d\"\ude00""#, "\"\u{FFFD}\\\"\u{FFFD}\""), (#""\ud83d\ud83d\ude00""#, "\"\u{FFFD}😀\""),
    (#""\ud83d\u0041\ude00""#, "\"\u{FFFD}A\u{FFFD}\""),
    (#""\udbff\udfff\ud800\udc00""#, "\"\u{10FFFF}\u{10000}\""),
    (#""\u0041\u00e9\u20AC\uffff\ud7ff\ue000""#, "\"A\u{E9}\u{20AC}\u{FFFF}\u{D7FF}\u{E000}\""),
    (#""\u0022\u005C\u0000\u001F\u000a\u002F\u007f""#, "\"\\u0022\\u005c\\u0000\\u001f\\u000a/\u{7F}\""),
    (#""\\u0041\/\b\f\n\r\t\"""#, #""\\u0041\/\b\f\n\r\t\"""#),
    ("{\"é\": [1, -2, true]}\r\n", "{\"é\": [1, -2, true]}\r\n"),
  ]

  @Test("What yajl can't read is replaced, however the text is cut", arguments: cases)
  func replacing(_ text: String, _ expected: String) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      #expect(repaired(bytes[..<cut], bytes[cut...]) == expected, "cut at \(cut)")
    }
    var repair = JSONRepair()
    let single = bytes.flatMap { byte in withUnsafeBytes(of: byte) { repair.repaired($0) } }
    #expect(String(decoding: single, as: UTF8.self) == expected)
  }

  @Test("An escape that is none stays one that is none")
  func wrongEscapes() {
    for text in [#""\u12g4""#, #""\u""#, #""\ud83d\u\\""#, #""\x""#, "\"\\u00\u{E9}\""] {
      let name = "{\"image\": \(text)}"
      #expect(
        table(.jsonl, name).troubles.map(\.message) == [
          text == #""\x""#
            ? #"the line is no JSON: lexical error: inside a string, '\' occurs before a character which it may not"#
            : #"the line is no JSON: lexical error: invalid (non-hex) character occurs after '\u' inside string"#
        ])
    }
  }

  /// yajl 2.1 alone reads behind the end of these texts.
  @Test("Surrogates that are alone pass through the whole reader")
  func reading() {
    let line = #"{"image": "a", "bbox": [1, 2, 3, 4], "category": "\ud83d\\", "id": "\ud83d\"\udc00"}"#
    for sizes in [[1 << 16], [1], [1, 2, 3]] {
      var builder = AnnotationTable.Builder(.jsonl)
      builder.read(called: "boxes") { builder throws(FileFault) in
        try builder.read(feed(Array(line.utf8), inPiecesOf: sizes))
      }
      #expect(
        builder.finish().lines == ["a", "  1 boxes, line 1: \u{FFFD}\"\u{FFFD} \u{FFFD}\\ [1, 2, 3, 4]"])
    }
  }

  /// What Swift makes of the same UTF-16 is what the reader gives; yajl sees no surrogate at all.
  @Test("Texts of surrogates and backslashes in any order")
  func anyOrder() {
    let tokens: [(text: String, units: [UInt16])] = [
      (#"\ud83d"#, [0xD83D]), (#"\uDBFF"#, [0xDBFF]), (#"\ude00"#, [0xDE00]), (#"\uDC00"#, [0xDC00]),
      (#"\\"#, [0x5C]),
      (#"\""#, [0x22]), (#"\u005c"#, [0x5C]), (#"\n"#, [0x0A]), ("ude00", Array("ude00".utf16)),
      ("é", [0xE9]),
    ]
    var random = SplitMix64(seed: 5)
    for _ in 0..<400 {
      let chosen = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in
        tokens.randomElement(using: &random)
      }
      let text = chosen.map(\.text).joined()
      let safe = repaired(Array("\"\(text)\"".utf8)[...]).replacing(#"\\"#, with: "")
      #expect(!safe.lowercased().contains(#/\\ud[89a-f]/#), "\(text)")
      let line = Array(#"{"image": "a", "bbox": [1, 2, 3, 4], "id": "\#(text)"}"#.utf8)
      var builder = AnnotationTable.Builder(.jsonl)
      builder.read(called: "boxes") { builder throws(FileFault) in
        try builder.read(feed(line, inPiecesOf: [1, 2, 3]))
      }
      let expected = String(decoding: chosen.flatMap(\.units), as: UTF16.self)
      #expect(builder.finish().boxes.map(\.id) == [expected], "\(text)")
    }
  }

  @Test("A byte order mark before JSON")
  func mark() { #expect(table(.coco, "\u{FEFF}{}").lines == []) }
}
