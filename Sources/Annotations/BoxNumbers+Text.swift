extension BoxNumbers {
  /// Four numbers as they are written, each a plain decimal or with an exponent.
  static func read(_ texts: [some StringProtocol]) -> Result<BoxNumbers, RecordFault> {
    var numbers: [Double] = []
    for text in texts {
      guard let number = Double(text), number.isFinite else {
        return .failure(RecordFault("'\(text.prefix(40))' is not a number"))
      }
      numbers.append(number)
    }
    guard numbers.count == 4 else {
      return .failure(RecordFault("a box has four numbers, not \(numbers.count)"))
    }
    return .success(BoxNumbers(numbers[0], numbers[1], numbers[2], numbers[3]))
  }
}
