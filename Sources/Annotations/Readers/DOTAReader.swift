import ImageModel
import System

/// Reads DOTA's `labelTxt` files. Each picture has a text file with the picture's name. Each line is an object: x and
/// y of four corners in pixels, the category, and optionally 1 for a difficult object. Lines that begin with
/// `imagesource:` or `gsd:` describe the picture.
enum DOTAReader {
  /// Reads the objects of `picture` from its text file, and adds them to the table.
  static func read(
    _ feed: ByteFeed, picture: String, into builder: inout AnnotationTable.Builder
  ) throws(FileFault) {
    builder.add(picture: picture, size: nil, at: nil)
    try feed.forEachLine { line, number throws(FileFault) in
      var record = AnnotationRecord(
        place: RecordPlace(number), picture: picture, box: .failure(FileFault("the line is not UTF-8")))
      if let text = line.text {
        // One word more than an object has.
        let words = text.split(maxSplits: 10, whereSeparator: \.isWhitespace)
        if words.isEmpty || isHeader(text) { return }
        record.box = Result { () throws(FileFault) in try box(words, &record) }
      }
      builder.add(record)
    }
  }

  private static func isHeader(_ line: String) -> Bool {
    ["imagesource:", "gsd:"].contains { line.utf8.starts(with: $0.utf8) }
  }

  /// The box around an object, whose category and shape `record` receives.
  private static func box(
    _ words: [Substring], _ record: inout AnnotationRecord
  ) throws(FileFault) -> BoxNumbers {
    guard (9...10).contains(words.count) else {
      throw FileFault(
        "a line has eight numbers, a category and a difficulty, but this one \(min(words.count, 11)) words")
    }
    let numbers = try BoxNumbers.numbers(words.prefix(8))
    var shape = ObjectShape<Annotated>()
    shape.add(corners: numbers)
    if words.count == 10 {
      guard ["0", "1"].contains(words[9]) else {
        throw FileFault("the difficulty is 0 or 1, not \(words[9].quoted)")
      }
      shape.isDifficult = words[9] == "1"
    }
    record.category = String(words[8])
    record.shape = shape
    return BoxNumbers(around: numbers)
  }
}
