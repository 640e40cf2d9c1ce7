import ImageModel
import System

/// A box in one record of an annotation file.
struct AnnotationRecord {
  var place: RecordPlace
  /// The picture's path below the folder of pictures, with `/`.
  var picture: String
  /// The picture's size in the record.
  var size: PixelSize?
  var category: String?
  /// The box's id in the file.
  var id: String?
  /// The box's numbers in the order of ``boxFormat``, or the fault that the reader found in the record.
  var box: Result<BoxNumbers, FileFault>
  /// The format of the numbers, on the scale of the table's format; nil for the table's format itself.
  var boxFormat: BoxFormat?
  /// The object's shape, on the same scale; nil if the record gives none, or if the job doesn't ask for it.
  var shape: ObjectShape<Annotated>?
}

extension AnnotationRecord {
  /// The record of a row of a table.
  init(place: RecordPlace, picture: String, id: String?, _ box: ListedBox) {
    self.init(
      place: place, picture: picture, size: box.size, category: box.category, id: id, box: box.numbers)
  }
}

/// The four numbers of a box, in the order of a ``BoxFormat``.
struct BoxNumbers: Hashable {
  var a, b, c, d: Double

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The reason why the four numbers can't be a box in `format`; nil if they can.
  func fault(in format: BoxFormat) -> FileFault? {
    let numbers = [a, b, c, d]
    if let number = numbers.first(where: { !format.allows($0) }) {
      return FileFault("\(text(number)) in the box \(description) is not \(format.wanted)")
    }
    let box = format.box(a, b, c, d)
    if box.width < 0 || box.height < 0 { return FileFault("the box \(description) has a negative size") }
    if format.whole == nil, box.width > 0, box.height > 0, numbers.allSatisfy({ abs($0) <= 1 }) {
      return FileFault(
        "the box \(description) holds no number above 1, but '\(format.rawValue)' means pixels")
    }
    return nil
  }

  private var description: String { "[\([a, b, c, d].map(text).joined(separator: ", "))]" }

  private func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
