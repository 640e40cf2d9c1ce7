import System

/// The samples of a picture in space `S` that belong to an object.
///
/// A mask keeps its runs as COCO's text, in one or two bytes for most runs.
package struct Mask<S: Space>: Hashable, Sendable {
  /// The size of the picture in samples.
  package let size: PixelSize
  /// The number of samples that belong to the object.
  package let area: Int
  /// The smallest box that holds these samples; empty if there are none.
  package let bounds: PixelRect<S>
  /// COCO's text of the counts, in which no run but the first is empty.
  private let text: [UInt8]

  /// The most runs of a mask, along columns or along rows.
  package static var mostRuns: Int { FixedLimits.Text.shapeNumbers }

  /// A mask of these samples.
  init(_ spans: MaskSpans) {
    size = spans.size
    area = spans.area
    bounds = spans.bounds()
    text = MaskCounts.text(spans.counts)
  }

  private init(size: PixelSize, area: Int, bounds: PixelRect<S>, text: [UInt8]) {
    (self.size, self.area, self.bounds, self.text) = (size, area, bounds, text)
  }

  /// A mask by the lengths of its runs. They go down each column, from the left column to the right one, and begin with
  /// a run outside of the object. Throws if there are too many, or if their sum isn't the number of samples.
  package init(size: PixelSize, counts: [Int]) throws(FileFault) {
    let sides = 1...Self.longestSide
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw FileFault(
        "the size of the mask is \(size), and each side has from 1 to \(sides.upperBound) samples")
    }
    if counts.count > Self.mostRuns { throw Self.tooComplex }
    var sum = 0
    for count in counts {
      guard (0...size.area - sum).contains(count) else {
        throw FileFault("the counts of the mask pass the \(size.area) samples of its size \(size)")
      }
      sum += count
    }
    guard sum == size.area else {
      throw FileFault(
        "the counts of the mask add up to \(sum), and its size \(size) has \(size.area) samples")
    }
    let spans = MaskSpans(size: size, counts: counts)
    if spans.rowRuns > Self.mostRuns { throw Self.tooComplex }
    self.init(spans)
  }

  /// A mask by COCO's text of the counts. Throws as ``init(size:counts:)`` does, or if `text` is none.
  package init(size: PixelSize, text: String) throws(FileFault) {
    guard let counts = MaskCounts.counts(text.utf8, most: Self.mostRuns) else {
      throw FileFault("the counts of the mask are no text as COCO writes it")
    }
    try self.init(size: size, counts: counts)
  }

  /// The longest side of a mask, as of a picture in a plan.
  private static var longestSide: Int { 1 << 17 }

  private static var tooComplex: FileFault {
    FileFault("the mask has more than \(mostRuns) runs along its columns or its rows")
  }

  /// COCO's text of the counts, as pycocotools writes it.
  package var counts: String { String(decoding: text, as: UTF8.self) }

  /// The samples that belong to the object.
  package var spans: MaskSpans {
    MaskSpans(size: size, counts: MaskCounts.counts(text, most: .max) ?? [])
  }

  /// The same samples as those of another space. The two masks share their memory.
  package func inSpace<T>(_ space: T.Type) -> Mask<T> {
    let box = PixelRect<T>(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height)
    return Mask<T>(size: size, area: area, bounds: box, text: text)
  }

  /// The number of samples of the object that lie in `window`, and the mask of a picture that shows `window`; nil if no
  /// sample lies there.
  package func shown<T>(by map: MaskMap, in window: PixelRect<S>) -> (area: Int, mask: Mask<T>)? {
    if window.intersection(bounds).isEmpty { return nil }
    let spans = spans
    let seen = window.contains(bounds) ? area : spans.area(in: window)
    return seen == 0 ? nil : (seen, Mask<T>(spans.shown(by: map)))
  }

  /// The mask of a picture that shows this mask's picture.
  package func shown<T>(by map: MaskMap) -> Mask<T> { Mask<T>(spans.shown(by: map)) }
}

extension ExifOrientation {
  /// The mask in the displayed picture.
  package func display(_ mask: Mask<Stored>) -> Mask<Display> {
    if self == .topLeft { return mask.inSpace(Display.self) }
    return mask.shown(by: MaskMap(turning: mask.size, by: self))
  }

  /// The mask in the stored picture.
  package func stored(_ mask: Mask<Display>) -> Mask<Stored> {
    if self == .topLeft { return mask.inSpace(Stored.self) }
    return mask.shown(by: MaskMap(turning: mask.size, by: inverse))
  }
}

/// As an object of COCO: `size`, which is height and width, and the text `counts`.
extension Mask: Codable {
  private enum CodingKeys: String, CodingKey { case size, counts }

  /// The height and the width, as COCO orders them.
  package var sides: [Int] { [size.height, size.width] }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let sides = try fields.decode([Int].self, forKey: .size)
    guard sides.count == 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: .size, in: fields, debugDescription: "the size of a mask has no height and width")
    }
    let text = try fields.decode(String.self, forKey: .counts)
    do throws(FileFault) {
      try self.init(size: PixelSize(width: sides[1], height: sides[0]), text: text)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .counts, in: fields, debugDescription: error.message)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(sides, forKey: .size)
    try fields.encode(counts, forKey: .counts)
  }
}
