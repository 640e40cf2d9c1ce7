import ImageModel

/// A box as one record of an annotation file has it.
struct AnnotationRecord {
  var place: RecordPlace
  /// The picture's path below the folder of pictures, with `/`.
  var picture: String
  /// The size that the record gives for the picture.
  var size: PixelSize?
  var category: String?
  /// What the file calls the box.
  var id: String?
  /// Its four numbers in the table's format, or what is wrong with the record.
  var box: Result<BoxNumbers, RecordFault>
}

/// Four numbers of a box, in the order of a ``BoxFormat``.
struct BoxNumbers: Hashable {
  var a, b, c, d: Double

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// Why these are no box in `format`; nil where they are one.
  func fault(in format: BoxFormat) -> RecordFault? {
    let numbers = [a, b, c, d]
    if let number = numbers.first(where: { !format.allows($0) }) {
      return RecordFault("\(text(number)) in the box \(description) is not \(format.wanted)")
    }
    let box = format.box(a, b, c, d)
    if box.width < 0 || box.height < 0 { return RecordFault("the box \(description) has a negative size") }
    if format.whole == nil, box.width > 0, box.height > 0, numbers.allSatisfy({ abs($0) <= 1 }) {
      return RecordFault(
        "the box \(description) holds no number above 1, but '\(format.rawValue)' means pixels")
    }
    return nil
  }

  private var description: String { "[\([a, b, c, d].map(text).joined(separator: ", "))]" }

  private func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}

/// What is wrong with one record.
struct RecordFault: Error, Hashable {
  /// After the record's name and a colon, without a full stop.
  var message: String

  init(_ message: String) { self.message = message }
}
