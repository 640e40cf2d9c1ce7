import ImageModel
import JSON
import System

extension BoxNumbers {
  /// Reads a JSON list of four numbers. Messages show `name` as the name of the list.
  static func read(_ value: JSONValue?, called name: String) -> Result<BoxNumbers, FileFault> {
    guard let value else { return .failure(FileFault("there is no '\(name)'")) }
    guard let list = value.list, list.count == 4 else {
      return .failure(FileFault("'\(name)' is not a list of four numbers"))
    }
    let numbers = list.compactMap { $0.double }.filter(\.isFinite)
    guard numbers.count == 4 else {
      return .failure(FileFault("'\(name)' holds what is not a number"))
    }
    return .success(BoxNumbers(numbers[0], numbers[1], numbers[2], numbers[3]))
  }
}

extension PixelSize {
  /// The size in an object's `width` and `height`; nil if the object has no such size.
  init?(_ value: JSONValue) { self.init(value["width"], value["height"]) }

  /// The size, if both values are integers above 0; nil otherwise.
  init?(_ width: JSONValue?, _ height: JSONValue?) {
    guard let width = width?.whole, let height = height?.whole, width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }
}
