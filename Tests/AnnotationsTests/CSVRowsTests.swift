import Testing

@testable import Annotations
@testable import System

struct CSVRowsTests {
  private func rows(_ text: String, inPiecesOf sizes: [Int] = [1 << 16]) throws(FileFault) -> [String] {
    var rows: [String] = []
    try CSVRows.forEach(feed(Array(text.utf8), inPiecesOf: sizes)) { row, line in
      rows.append("\(line): " + row.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|"))
    }
    return rows
  }

  @Test(
    "Fields and rows",
    arguments: [
      ("a,b\nc,d\n", ["1: a|b", "2: c|d"]), ("a,b\r\nc,d", ["1: a|b", "2: c|d"]),
      ("a,\n,b\n,\n", ["1: a|", "2: |b", "3: |"]), ("a\n\n\r\nb\n\n", ["1: a", "4: b"]), ("", []), ("\n", []),
      ("\"a,b\",c\n", ["1: a,b|c"]), ("\"a\"\"b\"\"\",\"\"\"\"\n", ["1: a\"b\"|\""]),
      ("\"a\nb\r\nc\",d\ne\n", ["1: a\nb\r\nc|d", "4: e"]), ("\"a\r\"\nb\n", ["1: a\r", "2: b"]),
      ("\"a\"\r\n\"b\"", ["1: a", "2: b"]), ("\"\",\"\"\n", ["1: |"]), ("a\"b\",c\n", ["1: a\"b\"|c"]),
      ("a\rb\n", ["1: a\rb"]), ("b,\"a\"\r", ["1: b|a"]), ("\"a\"", ["1: a"]),
      ("\u{FEFF}\"a,b\"\n", ["1: a,b"]),
      ("\u{E9},\u{1F600}\n", ["1: \u{E9}|\u{1F600}"]),
    ])
  func splitting(_ text: String, _ expected: [String]) throws {
    #expect(try rows(text) == expected)
    for sizes in [[1], [2], [1, 2, 3]] { #expect(try rows(text, inPiecesOf: sizes) == expected, "\(sizes)") }
  }

  @Test("A quote without end")
  func quote() {
    #expect(throws: FileFault("a quote in the row of line 2 has no end")) { try rows("a\nb,\"c\nd\n") }
  }

  @Test(
    "Text behind a closing quote",
    arguments: [
      "\"c\"d,e\n", "\"c\" ,e\n", "e,\"c\"d", "\"\"d\"\n", "\"c\"\r,e\n", "\"c\"\r\"\n", "\"c\nc\"d\n",
    ])
  func behindQuotes(_ row: String) {
    for sizes in [[1 << 16], [1]] {
      #expect(throws: FileFault("a field in the row of line 2 has text behind its closing quote")) {
        try rows("a\n" + row, inPiecesOf: sizes)
      }
    }
  }

  @Test("A row has at most a MiB, however it is cut")
  func longRows() throws {
    let longest = String(repeating: "a", count: (1 << 20) - 1) + "\n"
    for sizes in [[1 << 16], [4097]] {
      #expect(try rows("b\n" + longest, inPiecesOf: sizes).count == 2)
      #expect(throws: FileFault("the row of line 2 is longer than 1 MiB")) {
        try rows("b\naa" + longest, inPiecesOf: sizes)
      }
    }
  }
}
