import ImageModel
import Testing

@testable import Exports
@testable import Planning

/// Labels of one output, compared with values by hand.
@Suite struct LabelTextTests {
  @Test("YOLO gives class, centre and size as fractions of the output")
  func yolo() {
    let boxes = [
      ShownBox(box: RealRect(x: 10, y: 20, width: 40, height: 10), visible: 1, category: "cat", id: nil),
      ShownBox(box: RealRect(x: 0, y: 0, width: 200, height: 100), visible: 0.5, category: "dog", id: nil),
    ]
    let text = LabelText.yolo(boxes, size: PixelSize(width: 200, height: 100)) { $0 == "cat" ? 0 : 1 }
    #expect(text == "0 0.150000 0.250000 0.200000 0.100000\n1 0.500000 0.500000 1.000000 1.000000\n")
  }

  @Test("An output without boxes has an empty label file")
  func none() {
    #expect(LabelText.yolo([], size: PixelSize(width: 2, height: 2)) { _ in 0 } == "")
  }

  @Test("Line ends and control characters of a category become spaces")
  func oneLine() {
    #expect(LabelText.oneLine("a\nb\u{2028}c\u{0}d") == "a b c d")
  }
}
