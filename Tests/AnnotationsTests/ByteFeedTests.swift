import Testing

@testable import System

struct ByteFeedTests {
  private func lines(_ text: String, inPiecesOf sizes: [Int]) throws(FileFault) -> [String] {
    var lines: [String] = []
    try feed(Array(text.utf8), inPiecesOf: sizes).forEachLine { line, number in
      lines.append("\(number): \(line.text ?? "?")")
    }
    return lines
  }

  @Test(
    "Lines end in LF or CRLF, the last one at the end too",
    arguments: [
      ("a\nb\n", ["1: a", "2: b"]), ("a\r\n\r\nb", ["1: a", "2: ", "3: b"]), ("", []), ("\n", ["1: "]),
      ("\u{FEFF}a\n\u{FEFF}b", ["1: a", "2: \u{FEFF}b"]), ("\u{FEFF}", []), ("\u{FEFF}\n", ["1: "]),
      ("a\rb\r", ["1: a\rb"]), ("\r", ["1: "]), ("\u{FE01}", ["1: \u{FE01}"]), ("ab", ["1: ab"]),
    ])
  func splitting(_ text: String, _ expected: [String]) throws {
    for sizes in [[1 << 16], [1], [2], [3], [1, 2, 3]] {
      #expect(try lines(text, inPiecesOf: sizes) == expected, "\(sizes)")
    }
  }

  @Test("A mark at the front isn't part of the bytes, others are")
  func mark() throws {
    for sizes in [[1], [2], [5]] {
      var bytes: [UInt8] = []
      let all: [UInt8] = [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x61]
      try feed(all, inPiecesOf: sizes).forEachPiece { bytes += $0 }
      #expect(bytes == [0xEF, 0xBB, 0xBF, 0x61])
    }
  }

  @Test("Bytes before a fault are given")
  func fault() {
    for count in [0, 1, 4] {
      var bytes: [UInt8] = []
      let fault = FileFault("can't be read: no")
      #expect(throws: fault) {
        try feed([1, 2, 3, 4, 5, 6, 7, 8], inPiecesOf: [4], then: fault).forEachPiece {
          bytes += $0.prefix(count)
        }
      }
      #expect(bytes.count == 2 * count)
    }
  }
}
