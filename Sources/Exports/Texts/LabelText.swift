import ImageModel
import System

/// Makes the text of a file that holds the boxes of one output.
enum LabelText {
  /// YOLO: a line for each box, with its class number, centre and size as fractions of the output.
  static func yolo(_ boxes: [ShownBox], size: PixelSize, number: (String) -> Int) -> String {
    let (width, height) = (Double(size.width), Double(size.height))
    return boxes.map { shown in
      let box = shown.box
      let parts = [
        (box.x + box.width / 2) / width, (box.y + box.height / 2) / height, box.width / width,
        box.height / height,
      ]
      return "\(number(shown.category)) \(parts.map(millionths).joined(separator: " "))\n"
    }.joined()
  }

  /// The number `part` with six decimal places, as is usual for YOLO.
  static func millionths(_ part: Double) -> String {
    let number = Int((part * 1e6).rounded())
    return "\(number / 1_000_000).\((number % 1_000_000).digits(6))"
  }

  /// Pascal VOC: whole pixels, counted from 1; the last pixel belongs to the box.
  static func voc(_ boxes: [ShownBox], _ output: MadeOutput) -> String {
    let name = output.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    let size = output.size
    let depth = output.image.outputs[output.index].pixels?.planes ?? 3
    let objects = boxes.map { shown in
      let (left, right) = pixels(shown.box.x, shown.box.right, of: size.width)
      let (top, bottom) = pixels(shown.box.y, shown.box.bottom, of: size.height)
      return """
          <object>
            <name>\(escaped(shown.category))</name>
            <truncated>\(shown.visible < 1 ? 1 : 0)</truncated>
            <difficult>0</difficult>
            <bndbox><xmin>\(left)</xmin><ymin>\(top)</ymin><xmax>\(right)</xmax><ymax>\(bottom)</ymax></bndbox>
          </object>

        """
    }
    return """
      <annotation>
        <filename>\(escaped(name ?? output.path))</filename>
        <size><width>\(size.width)</width><height>\(size.height)</height><depth>\(depth)</depth></size>
        <segmented>0</segmented>
      \(objects.joined())</annotation>

      """
  }

  /// The numbers of the first and the last pixel between the edges `start` and `end`. Pixels count from 1,
  /// and the axis has `count` pixels. The last number is never below the first.
  private static func pixels(_ start: Double, _ end: Double, of count: Int) -> (Int, Int) {
    let first = min(Int((start + 0.5).rounded(.down)) + 1, count)
    return (first, max(first, Int((end + 0.5).rounded(.down))))
  }

  /// Replaces by a space each line end, each other control character, and each character that is invalid in
  /// XML (XML 1.0, 2.2).
  static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: [0xFFFE, 0xFFFF].contains(scalar.value) ? " " : scalar
          }
        }))
  }

  private static func escaped(_ text: String) -> String {
    oneLine(text).escaped(by: [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")])
  }
}
