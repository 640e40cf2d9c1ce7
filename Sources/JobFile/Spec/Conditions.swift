import ImageModel

/// The key `where`: the bounds within which a picture must lie. A picture outside of them is filtered: nothing is made
/// of it, and that is no failure.
package struct Conditions: Hashable, Sendable {
  /// The least width and height of the picture as a viewer shows it, in pixels.
  package var minWidth: Int?
  package var minHeight: Int?
  /// The least and the greatest ratio of the shown picture's width to its height.
  package var minAspect: AspectBound?
  package var maxAspect: AspectBound?
  /// The least ``GreyFacts/sharpness`` and ``GreyFacts/entropy``.
  package var minSharpness: Double?
  package var minEntropy: Double?
  /// True if the grey levels must have a ``GreyFacts/deviation`` of at least ``leastDeviation``.
  package var isNotBlank = false
  /// Leaves out pictures that look like an earlier one; nil if the job keeps them.
  package var notDuplicate: NotDuplicate?

  /// The standard deviation of grey levels below which a picture counts as blank. Noise and the damage of a strong JPEG
  /// compression on an even surface stay below it.
  package static let leastDeviation = 4.0

  package init() {}

  /// True if only the pixels show whether a picture keeps all bounds.
  package var looksAtPixels: Bool {
    minSharpness != nil || minEntropy != nil || isNotBlank || notDuplicate != nil
  }
}

/// The pictures that count as repetitions of another one.
package struct NotDuplicate: Hashable, Sendable {
  /// The pictures that are compared with each other.
  package enum Scope: String, Sendable, CaseIterable {
    case job, folder
  }

  package var scope = Scope.job
  /// The most bits in which the ``GreyFacts/phash`` of a repetition differs, 0...``HashIndex/farthest``.
  package var distance = 4

  package init() {}
}

/// A bound on the ratio of width to height.
package struct AspectBound: Hashable, Sendable {
  /// Whole numbers that have this ratio to each other, 1...1,000,000,000.
  private let width: Int
  private let height: Int
  /// The ratio as the job writes it.
  package let text: String

  /// The ratio that `text` gives: a number, or two with `:` between them. Each number is at least 0.0001 and at most
  /// 100,000, and has at most four decimals. Nil for any other text.
  init?(_ text: String) {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).map(Self.tenThousandths)
    guard sides.count <= 2, let width = sides.first ?? nil, let height = sides.count == 2 ? sides[1] : 10_000
    else { return nil }
    (self.width, self.height, self.text) = (width, height, text)
  }

  private static func tenThousandths(_ text: Substring) -> Int? {
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.utf8.count
    guard decimals ?? 0 <= 4, let number = PlainNumber.decimal(text, in: 0.0001...100_000) else { return nil }
    return Int((number * 10_000).rounded())
  }

  /// True if the sides of `size` have a smaller ratio than this one.
  package func isAbove(_ size: PixelSize) -> Bool {
    size.width.multipliedFullWidth(by: height) < width.multipliedFullWidth(by: size.height)
  }

  /// True if the sides of `size` have a greater ratio than this one.
  package func isBelow(_ size: PixelSize) -> Bool {
    width.multipliedFullWidth(by: size.height) < size.width.multipliedFullWidth(by: height)
  }

  /// True if this ratio is greater than `other`.
  func isAbove(_ other: AspectBound) -> Bool {
    isAbove(PixelSize(width: other.width, height: other.height))
  }
}
