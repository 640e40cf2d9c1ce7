import System
import ImageModel

/// A box of ISO base media (ISO/IEC 14496-12, 4.2).
struct ISOBox {
  /// The box's four-character code.
  var type: String
  /// The place of the content in the file.
  var content: Range<Int>

  /// The content after its first `count` bytes.
  func behind(_ count: Int) -> Range<Int> { content.dropFirst(count) }
}

/// Reads boxes by position, at most ``FixedLimits/Header/parts`` from a file.
struct ISOBoxes {
  var input: HeaderInput
  private var seen = 0

  init(_ source: ByteSource) { input = HeaderInput(source) }

  /// The box at `place`. The box may end after the range, and even after the file.
  mutating func box(at place: Int, in range: Range<Int>) throws(ImageError) -> ISOBox {
    seen += 1
    guard seen <= FixedLimits.Header.parts else { throw .tooManyParts("boxes") }
    var fields = try input.fields(at: place, count: 8, isBigEndian: true)
    var (length, head) = (try fields.number(4), 8)
    let type = try fields.code()
    if length == 0 { length = range.upperBound - place }
    if length == 1 {
      fields = try input.fields(at: place + 8, count: 8, isBigEndian: true)
      (length, head) = (try fields.number(8), 16)
    }
    let (end, isTooLong) = place.addingReportingOverflow(length)
    guard length >= head, !isTooLong else {
      throw .badHeader("a box has the length \(length), which none can have")
    }
    return ISOBox(type: type, content: place + head..<end)
  }

  /// All boxes of a range. They must fill the range exactly.
  mutating func boxes(in range: Range<Int>) throws(ImageError) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let box = try box(at: place, in: range)
      guard box.content.upperBound <= range.upperBound else { throw .cutHeader }
      boxes.append(box)
      place = box.content.upperBound
    }
    return boxes
  }

  /// Finds the first box of the first type in `range`, then the first box of the next type inside that box,
  /// and so on along `path`. Nil if one is missing.
  mutating func first(_ path: String..., in range: Range<Int>) throws(ImageError) -> ISOBox? {
    var found: ISOBox?
    for type in path {
      found = try boxes(in: found?.content ?? range).first { $0.type == type }
      if found == nil { return nil }
    }
    return found
  }

  /// All fields of a box.
  mutating func fields(_ box: ISOBox) throws(ImageError) -> HeaderFields {
    try input.fields(at: box.content.lowerBound, count: box.content.count, isBigEndian: true)
  }

  /// The fields in the first bytes of a box's content, at most `count` bytes.
  mutating func start(_ box: ISOBox, _ count: Int) throws(ImageError) -> HeaderFields {
    try input.fields(at: box.content.lowerBound, count: min(count, box.content.count), isBigEndian: true)
  }
}
