import ImageModel
import System

/// The point in a row of a list on which a crop is centred: the columns `focus_x` and `focus_y`.
enum ListedFocus {
  static let x = "focus_x"
  static let y = "focus_y"

  /// The focus that two texts give, each a number of pixels, or per cent as in `12.5%`. Nil if both are empty or
  /// missing.
  static func anchor(_ x: String?, _ y: String?, line: Int) throws(FileFault) -> Anchor? {
    switch (x, y) {
    case (nil, nil): return nil
    case (let x?, let y?):
      return .focus(x: try length(x, Self.x, line), y: try length(y, Self.y, line))
    case (_?, nil): throw FileFault("line \(line): there is '\(Self.x)' without '\(Self.y)'")
    case (nil, _?): throw FileFault("line \(line): there is '\(Self.y)' without '\(Self.x)'")
    }
  }

  private static func length(_ text: String, _ name: String, _ line: Int) throws(FileFault) -> Length {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(decimal: isPercent ? text.dropLast() : text[...]),
      abs(number) <= Length.farthest
    else {
      throw FileFault(
        "line \(line): '\(name)' must be a number of pixels within a million of 0, or per cent as in 12.5%, not "
          + text.quoted)
    }
    return isPercent ? .percent(number) : .pixels(number)
  }
}
