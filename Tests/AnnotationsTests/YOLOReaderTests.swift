import Annotations
import ImageModel
import System
import Testing

struct YOLOReaderTests {
  private static let classes = ["person", "dog"]

  @Test("A line is a box, with a confidence or without")
  func boxes() {
    let text = "1 0.5 0.25 0.125 0.5\r\n\r\n0  0.500000\t0.500000 1.000000 1.000000 0.934\r\n"
    #expect(
      table(.yolo, text, picture: "sub/a.jpg", classes: Self.classes).lines == [
        "sub/a.jpg", "  1 boxes, line 1: - dog [43.75, 0, 12.5, 50]",
        "  2 boxes, line 3: - person [0, 0, 100, 100]",
      ])
    #expect(
      table(.yolo, "7 0.5 0.25 0.125 0.5", picture: "a.jpg").lines == [
        "a.jpg", "  1 boxes, line 1: - 7 [43.75, 0, 12.5, 50]",
      ])
  }

  @Test("A picture without boxes is one")
  func empty() { #expect(table(.yolo, "", picture: "a.jpg").lines == ["a.jpg"]) }

  @Test("What is wrong with one line leaves the others")
  func faults() {
    let lines = [
      "0 0.5 0.5 0.5", "0 0.1 0.1 0.2 0.1 0.2 0.2", "0 nan 0.5 0.5 0.5", "0 0.5 0.5 0x1p-1 0.5",
      "0 0.5 0.5 -0.25 0.5", "0 0.5 0.5 -0.0078125 0.5", "0 320 240 100 50", "2 0.5 0.5 0.5 0.5",
      "-1 0.5 0.5 0.5 0.5", "person 0.5 0.5 0.5 0.5", "0 1e999 0.5 0.5 0.5", "0 0,5 0.5 0.5 0.5",
      "1 5e-1 .5 1 1",
    ]
    #expect(
      table(.yolo, lines.joined(separator: "\n"), picture: "a.jpg", classes: Self.classes).lines == [
        "a.jpg",
        "  1 boxes, line 1: ! a line has a class and four numbers, but this one 4 words",
        "  2 boxes, line 2: ! a class and 6 numbers are an outline, not a box: write 'format: yolo-seg'",
        "  3 boxes, line 3: ! 'nan' is not a number",
        "  4 boxes, line 4: ! '0x1p-1' is not a number",
        "  5 boxes, line 5: ! -0.25 in the box [0.5, 0.5, -0.25, 0.5] is not a number from 0 to 1 in the format 'yolo'",
        "  6 boxes, line 6: ! the box [0.5, 0.5, -0.0078125, 0.5] has a negative size",
        "  7 boxes, line 7: ! 320 in the box [320, 240, 100, 50] is not a number from 0 to 1 in the format 'yolo'",
        "  8 boxes, line 8: ! class 2 is not among the 2 of 'classes.txt'",
        "  9 boxes, line 9: ! '-1' is not the number of a class",
        "  10 boxes, line 10: ! 'person' is not the number of a class",
        "  11 boxes, line 11: ! '1e999' is not a number",
        "  12 boxes, line 12: ! '0,5' is not a number",
        "  13 boxes, line 13: - dog [0, 0, 100, 100]",
      ])
  }

  @Test("A line that is no text leaves the others")
  func noText() {
    let bytes = [0xFF, 0x0A] + Array("0 0.5 0.5 1 1".utf8)
    #expect(
      table(.yolo, bytes, picture: "a.jpg").lines == [
        "a.jpg", "  1 boxes, line 1: ! the line is not UTF-8", "  2 boxes, line 2: - 0 [0, 0, 100, 100]",
      ])
  }

  @Test("What was read before reading fails holds")
  func broken() {
    var builder = AnnotationTable.Builder(.yolo)
    let bytes = Array("0 0.5 0.5 1 1\n0 0.5 0.".utf8)
    builder.read(called: "boxes") { builder throws(FileFault) in
      try builder.read(
        feed(bytes, inPiecesOf: [5], then: FileFault("can't be read: no")), picture: "a.jpg")
    }
    #expect(
      builder.finish().lines == [
        "a.jpg", "  1 boxes, line 1: - 0 [0, 0, 100, 100]", "! boxes: can't be read: no",
      ])
    #expect(
      table(.yolo, bytes, picture: "a.jpg").lines.last
        == "  2 boxes, line 2: ! a line has a class and four numbers, but this one 3 words")
  }

  @Test("Classes are numbered by lines, and empty ones at the end are none")
  func names() throws {
    #expect(
      try YOLOReader.names(ByteFeed(Array("\u{FEFF}person\r\n\r\ntraffic light\r\n\r\n".utf8))) == [
        "person", "", "traffic light",
      ])
    #expect(throws: FileFault("line 2 is not UTF-8")) { try YOLOReader.names(ByteFeed([0x61, 0x0A, 0xFF])) }
  }
}
