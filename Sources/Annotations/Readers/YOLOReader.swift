import ImageModel
import System

/// Reads annotations in the YOLO formats. Each picture has a text file, with the picture's name and another
/// extension. Each line of the text file is an object: its class, and the numbers of a box or a shape
/// (``YOLOObject``). Coordinates are fractions of the picture.
package enum YOLOReader {
  /// Reads the boxes of `picture` from its text file, and adds them to the table. `names` are the names of
  /// the classes. Without `names`, a class is called by its number.
  static func read(
    _ feed: ByteFeed, picture: String, names: [String]?, into builder: inout AnnotationTable.Builder
  ) throws(FileFault) {
    builder.add(picture: picture, size: nil, at: nil)
    // One word more than any object has, so that no line takes memory for all of its words.
    let most = FixedLimits.Text.shapeNumbers + 1
    try feed.forEachLine { line, number throws(FileFault) in
      guard let text = line.text else {
        let fault = FileFault("the line is not UTF-8")
        return builder.add(
          AnnotationRecord(place: RecordPlace(number), picture: picture, box: .failure(fault)))
      }
      let words = text.split(maxSplits: most, whereSeparator: \.isWhitespace)
      if words.isEmpty { return }
      let object = Result { () throws(FileFault) in
        try YOLOObject(words.dropFirst(), builder.format, keypoints: builder.keypointCount)
      }
      builder.add(record(words[0], object, RecordPlace(number), picture, names))
    }
  }

  private static func record(
    _ name: Substring, _ object: Result<YOLOObject, FileFault>, _ line: RecordPlace, _ picture: String,
    _ names: [String]?
  ) -> AnnotationRecord {
    var record = AnnotationRecord(place: line, picture: picture, box: object.map(\.box))
    if let object = try? object.get() { (record.boxFormat, record.shape) = (object.boxFormat, object.shape) }
    do throws(FileFault) { record.category = try category(name, names) } catch {
      if case .success = object { record.box = .failure(error) }
    }
    return record
  }

  /// The class that `number` stands for.
  private static func category(_ number: Substring, _ names: [String]?) throws(FileFault) -> String {
    guard let place = Int(number), place >= 0 else {
      throw FileFault("\(number.quoted) is not the number of a class")
    }
    guard let names else { return String(place) }
    guard names.indices.contains(place) else {
      throw FileFault("class \(place) is not among the \(names.count) of 'classes.txt'")
    }
    return names[place]
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
