/// Bitmaps of the X Window System for tests, written without the code under test.
package struct TestXBM {
  package var width: Int
  package var height: Int
  /// True for pixels of black: rows without gaps.
  package var pixels: [Bool]
  /// True for X10, whose numbers hold 16 pixels.
  package var isOfWords = false
  package var hotSpot: (x: Int, y: Int)?
  /// The text before the first definition.
  package var start = ""
  /// The words between the definitions and the array's name; nil for the usual ones.
  package var words: String?

  /// A picture whose pixels a function of column and row gives.
  package init(_ width: Int, _ height: Int, _ isBlack: (Int, Int) -> Bool) {
    (self.width, self.height) = (width, height)
    pixels = (0..<height).flatMap { y in (0..<width).map { x in isBlack(x, y) } }
  }

  /// The numbers of all rows.
  package var numbers: [Int] {
    let bits = isOfWords ? 16 : 8
    return (0..<height).flatMap { y in
      (0..<(width + bits - 1) / bits).map { number in
        (0..<min(bits, width - number * bits)).reduce(0) { value, bit in
          pixels[y * width + number * bits + bit] ? value | 1 << bit : value
        }
      }
    }
  }

  /// The file.
  package var text: String {
    let spot = hotSpot.map { "#define test_x_hot \($0.x)\n#define test_y_hot \($0.y)\n" } ?? ""
    let words = words ?? (isOfWords ? "static short" : "static char")
    let digits = isOfWords ? 4 : 2
    let list = numbers.map { number in
      let hexadecimal = String(number, radix: 16)
      return "0x" + String(repeating: "0", count: digits - hexadecimal.count) + hexadecimal
    }
    return start + "#define test_width \(width)\n#define test_height \(height)\n" + spot
      + "\(words) test_bits[] = {\n   " + list.joined(separator: ", ") + "};\n"
  }

  package var file: [UInt8] { Array(text.utf8) }
}
