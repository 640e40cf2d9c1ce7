import Foundation
import TestSupport
import Testing

@testable import Sharding

@Suite struct TaskRangeTests {
  @Test(
    "As Slurm's --array reads it",
    arguments: [
      ([], ""), ([4], "4"), ([0, 1], "0-1"), ([0, 2, 3, 4, 9], "0,2-4,9"), ([1, 3, 5], "1,3,5"),
      (Array(0..<1000), "0-999"),
    ])
  func text(_ numbers: [Int], _ expected: String) { #expect(TaskRange.text(numbers) == expected) }
}

@Suite struct LineReaderTests {
  private func lines(_ text: String, piece: Int, from: Int = 0, to: Int = .max) throws -> [String] {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "f")
    var reader = LineReader(folder.path("f"), from: from, to: to, piece: piece)
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(reader.offset == min(text.utf8.count, to))
    return lines
  }

  @Test("Whatever the pieces", arguments: [1, 2, 3, 5, 100])
  func pieces(_ piece: Int) throws {
    #expect(try lines("a\n\nbcd\ne", piece: piece) == ["a", "", "bcd", "e"])
    #expect(try lines("a\n\nbcd\n", piece: piece) == ["a", "", "bcd"])
    #expect(try lines("", piece: piece) == [])
    #expect(try lines("\n", piece: piece) == [""])
    #expect(try lines("a\n\nbcd\ne\n", piece: piece, from: 2, to: 7) == ["", "bcd"])
  }

  @Test("A file that another one replaces meanwhile")
  func replaced() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a\nb\nc\n", to: "f")
    var reader = LineReader(folder.path("f"), piece: 2)
    _ = try reader.next()
    try folder.write("x\ny\nz\n", to: "g")
    try FileManager.default.removeItem(atPath: folder.path("f"))
    try FileManager.default.moveItem(atPath: folder.path("g"), toPath: folder.path("f"))
    #expect(throws: (any Error).self) { try reader.next() }
  }
}
