import Annotations
import ImageModel
import Testing

struct JSONLinesReaderTests {
  @Test("A line is a box")
  func boxes() {
    let text = #"""
      {"image": "a.jpg", "bbox": [1, 2, 3, 4], "category": "cat", "id": "x1", "width": 40, "height": 30, "score": {"id": 2}}

      {"file_name": "sub/b.jpg", "bbox": [0.5, 1e1, 20.25, 5.0], "category": 3, "id": 7, "note": [[{"bbox": 1}]]}
      {"image": "a.jpg", "bbox": [5, 5, 0, 5], "bbox": [5, 5, 0, 6], "category": null}
      """#
    let expected = [
      "a.jpg 40x30", "  1 boxes, line 1: x1 cat [1, 2, 3, 4]", "  2 boxes, line 4: - - [5, 5, 0, 6]",
      "sub/b.jpg", "  1 boxes, line 3: 7 3 [0.5, 10, 20.25, 5]",
    ]
    #expect(table(.jsonl, text).lines == expected)
    let windows =
      "\u{FEFF}" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    #expect(table(.jsonl, windows).lines == expected)
  }

  @Test("What is wrong with one line leaves the others")
  func faults() {
    let lines = [
      #"{"image": "a.jpg", "id": 1, "bbox": [1, 2, NaN, 4]}"#,
      #"{"image": "a.jpg", "id": 2, "bbox": [1, 2, 3, 4, 5]}"#,
      #"{"image": "a.jpg", "id": 3, "bbox": ["1", 2, 3, 4]}"#,
      #"{"image": "a.jpg", "id": 4, "bbox": {"x": 1}}"#,
      #"{"image": "a.jpg", "id": 5}"#,
      #"{"image": "a.jpg", "id": 1, "bbox": [1, 2, 3, 4]}"#,
      #"{"image": "a.jpg", "id": 6, "bbox": [1, 2, -3, 4]}"#,
      #"{"image": "a.jpg", "id": 7, "bbox": [1e400, 2, 3, 4]}"#,
      #"{"bbox": [1, 2, 3, 4]}"#,
      #"{"image": 5, "bbox": [1, 2, 3, 4]}"#,
      #"[1, 2, 3, 4]"#,
      #"{"image": "a.jpg", "id": 8, "bbox": [1, 2, 3, 4]"#,
      #"{"image": "a.jpg", "id": 9, "bbox": [1, 2, 3, 4]} {}"#,
      #"{"image": "../a.jpg", "bbox": [1, 2, 3, 4]}"#,
      #"{"image": "", "bbox": [1, 2, 3, 4]}"#,
      #"{"image": "a\u0000.jpg", "bbox": [1, 2, 3, 4]}"#,
      #"image: a.jpg"#,
      String(repeating: "[", count: 65),
      #"{"image": "a.jpg", "bbox": [1, 2, 3, 4]}"#,
    ]
    let outside = "is not the name of a picture below the folder 'images'"
    #expect(
      table(.jsonl, lines.joined(separator: "\n")).lines == [
        "a.jpg",
        "  1 boxes, line 1: ! 'bbox' holds what is not a number",
        "  2 boxes, line 2: ! 'bbox' is not a list of four numbers",
        "  3 boxes, line 3: ! 'bbox' holds what is not a number",
        "  4 boxes, line 4: ! 'bbox' is not a list of four numbers",
        "  5 boxes, line 5: ! there is no 'bbox'",
        "  6 boxes, line 6: ! an earlier box has the id '1' too",
        "  7 boxes, line 7: ! the box [1, 2, -3, 4] has a negative size",
        "  8 boxes, line 8: ! 'bbox' holds what is not a number",
        "  9 boxes, line 19: - - [1, 2, 3, 4]",
        "! boxes, line 9: there is no 'image'",
        "! boxes, line 10: there is no 'image'",
        "! boxes, line 11: the line is not an object",
        "! boxes, line 12: the line is no JSON: parse error: premature EOF",
        "! boxes, line 13: the line is no JSON: parse error: trailing garbage",
        "! boxes, line 14: '../a.jpg' \(outside)",
        "! boxes, line 15: '' \(outside)",
        "! boxes, line 16: 'a\u{FFFD}.jpg' \(outside)",
        "! boxes, line 17: the line is no JSON: lexical error: invalid char in json text",
        "! boxes, line 18: the line nests lists and objects more than 64 deep",
      ])
  }

  @Test("Numbers beyond the format's")
  func ranges() {
    func fault(_ format: BoxFormat, _ box: String) -> String? {
      table(.jsonl, #"{"image": "a.jpg", "bbox": [\#(box)]}"#, boxFormat: format).lines.last
    }
    let line = "  1 boxes, line 1: "
    #expect(
      fault(.albumentations, "0.5, 0.5, 1.25, 1")
        == line
        + "! 1.25 in the box [0.5, 0.5, 1.25, 1] is not a number from 0 to 1 in the format 'albumentations'")
    #expect(
      fault(.labelStudio, "-1.5, 5, 5, 5")
        == line
        + "! -1.5 in the box [-1.5, 5, 5, 5] is not a number from 0 to 100 in the format 'label-studio'")
    #expect(fault(.labelStudio, "-0.5, 0, 100.5, 50") == line + "- - [-0.5, 0, 100.5, 50]")
    #expect(fault(.tfds, "0.5, 0.5, 0.25, 1") == line + "! the box [0.5, 0.5, 0.25, 1] has a negative size")
    #expect(fault(.voc, "9, 9, 9, 9") == line + "- - [9, 9, 0, 0]")
    #expect(
      fault(.voc, "0, 0, 1, 1")
        == line + "! the box [0, 0, 1, 1] holds no number above 1, but 'voc' means pixels")
  }

  @Test("Names of pictures are equal where their bytes are")
  func names() {
    let names = ["\u{E9}.jpg", "e\u{301}.jpg", "sub//./c.jpg", "sub/c.jpg"]
    let lines = names.enumerated().map { #"{"image": "\#($1)", "id": "\#($1)", "bbox": [1, 2, 3, \#($0)]}"# }
    let table = table(.jsonl, lines.joined(separator: "\n"))
    #expect(
      table.pictures.map { Array($0.name.utf8) } == [names[0], names[1], names[3]].map { Array($0.utf8) })
    #expect(table.pictures.map(\.boxes) == [0..<1, 1..<2, 2..<4])
    #expect(table.boxes.map { table.fault(of: $0) } == [nil, nil, nil, nil])
  }

  /// To `String` a slash and what combines with it is no slash.
  @Test(
    "No name leads out of the folder", arguments: ["../\u{301}a.jpg", "/\u{301}a.jpg", "a/../\u{FE0F}b.jpg"])
  func outside(_ name: String) {
    #expect(
      table(.jsonl, #"{"image": "\#(name)", "bbox": [1, 2, 3, 4]}"#).lines == [
        "! boxes, line 1: '\(name)' is not the name of a picture below the folder 'images'"
      ])
  }

  @Test("What a message tells of a text is short and prints")
  func messages() {
    let name = "../\u{1B}[31m" + String(repeating: "a", count: 200)
    let shown = "../\u{FFFD}[31m" + String(repeating: "a", count: 112) + "…"
    #expect(
      table(.jsonl, #"{"image": "\#(name.replacing("\u{1B}", with: "\\u001b"))", "bbox": [1, 2, 3, 4]}"#)
        .lines == [
          "! boxes, line 1: '\(shown)' is not the name of a picture below the folder 'images'"
        ])
  }
}
