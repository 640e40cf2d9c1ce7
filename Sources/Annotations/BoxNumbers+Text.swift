import ImageModel
import System

extension BoxNumbers {
  /// Reads four decimal numbers, with or without an exponent.
  static func read(_ texts: [some StringProtocol]) -> Result<BoxNumbers, FileFault> {
    var numbers: [Double] = []
    for text in texts {
      guard let number = Double(decimal: text) else {
        return .failure(FileFault("\(text.quoted) is not a number"))
      }
      numbers.append(number)
    }
    guard numbers.count == 4 else {
      return .failure(FileFault("a box has four numbers, not \(numbers.count)"))
    }
    return .success(BoxNumbers(numbers[0], numbers[1], numbers[2], numbers[3]))
  }
}

extension PixelSize {
  /// Reads a size from two texts that hold integers above 0. `640.0` counts as an integer, since some
  /// programs write integers so.
  init?(text width: String?, _ height: String?) {
    guard let width = width.flatMap({ Double(decimal: $0) }).flatMap({ Int(exactly: $0) }), width > 0,
      let height = height.flatMap({ Double(decimal: $0) }).flatMap({ Int(exactly: $0) }), height > 0
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension Double {
  /// A finite decimal number. The standard library would accept `inf` and `0x1p4` too.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    self = number
  }
}
