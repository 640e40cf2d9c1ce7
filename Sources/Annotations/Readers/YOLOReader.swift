import ImageModel
import System

/// Reads annotations in the YOLO format. Each picture has a text file, with the picture's name and another
/// extension. Each line of the text file is a box: class, centre x, centre y, width, height, and optionally a
/// confidence. Coordinates are fractions of the picture.
package enum YOLOReader {
  /// Reads the boxes of `picture` from its text file, and adds them to the table. `names` are the names of
  /// the classes. Without `names`, a class is called by its number.
  static func read(
    _ feed: ByteFeed, picture: String, names: [String]?, into builder: inout AnnotationTable.Builder
  ) throws(FileFault) {
    builder.add(picture: picture, size: nil, at: nil)
    try feed.forEachLine { line, number throws(FileFault) in
      guard let text = line.text else {
        let fault = FileFault("the line is not UTF-8")
        return builder.add(
          AnnotationRecord(place: RecordPlace(number), picture: picture, box: .failure(fault)))
      }
      let words = text.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { return }
      builder.add(record(words, number, picture, names))
    }
  }

  private static func record(
    _ words: [Substring], _ number: Int, _ picture: String, _ names: [String]?
  ) -> AnnotationRecord {
    var record = AnnotationRecord(
      place: RecordPlace(number), picture: picture, box: BoxNumbers.read(Array(words.dropFirst().prefix(4))))
    guard (5...6).contains(words.count) else {
      record.box = .failure(
        FileFault(
          words.count > 6
            ? "a class and \(words.count - 1) numbers are an outline, not a box"
            : "a line has a class and four numbers, but this one \(words.count) words"))
      return record
    }
    guard let place = Int(words[0]), place >= 0 else {
      record.box = .failure(FileFault("\(words[0].quoted) is not the number of a class"))
      return record
    }
    guard let names else {
      record.category = String(place)
      return record
    }
    if names.indices.contains(place) {
      record.category = names[place]
    } else {
      record.box = .failure(FileFault("class \(place) is not among the \(names.count) of 'classes.txt'"))
    }
    return record
  }

  /// The class names in a `classes.txt`, one a line, from class 0 on.
  package static func names(_ feed: ByteFeed) throws(FileFault) -> [String] {
    var names: [String] = []
    try feed.forEachLine { line, number throws(FileFault) in
      guard let text = line.text else { throw FileFault("line \(number) is not UTF-8") }
      names.append(String(text))
    }
    while names.last?.isEmpty == true { names.removeLast() }
    return names
  }
}
