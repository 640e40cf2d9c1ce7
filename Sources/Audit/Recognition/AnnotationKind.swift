import Annotations
import ImageModel
import Survey
import System

/// The format of an annotation file, recognised by the file's name and its first bytes.
struct AnnotationKind: Hashable {
  let format: AnnotationFormat
  /// The layout of boxes, if the format leaves it open.
  var boxFormat = BoxFormat.coco

  /// The bytes of a file that tell its format.
  static let startBytes = 1 << 16
  /// The endings of the files that may be annotation files.
  static let endings = [".json", ".xml", ".txt", ".csv", AnnotationFormat.hfImageFolder.fileEnding]
  /// The start of the names of COCO's files of captions, which have no boxes.
  private static let captions = "captions_"

  /// The kind of the file `name` that begins with `start`; nil if it is none of ours. `start` has fewer than
  /// ``startBytes`` bytes if it is the whole file. A file without boxes, but with the name of labels, is of no kind.
  init?(_ name: String, _ start: [UInt8]) {
    let lower = name.lowercased()
    if lower == AnnotationFormat.hfImageFolder.fileEnding {
      format = .hfImageFolder
    } else if lower.hasPrefix(Self.captions) {
      return nil
    } else if lower.hasSuffix(".json") {
      guard let found = Self.json(start) else { return nil }
      format = found
    } else if lower.hasSuffix(".xml") {
      guard start.firstRange(of: Array("<annotation".utf8)) != nil else { return nil }
      format = .voc
    } else if lower.hasSuffix(".csv") {
      guard let boxes = CSVRecognition.boxFormat(start) else { return nil }
      (format, boxFormat) = (.csv, boxes)
    } else if lower.hasSuffix(".txt") {
      guard lower != LabelFiles.classFile, let found = Self.labels(start) else { return nil }
      format = found
    } else {
      return nil
    }
  }

  init(_ format: AnnotationFormat) { self.format = format }

  private static func json(_ start: [UInt8]) -> AnnotationFormat? {
    let keys = JSONKeys.outermost(start)
    if keys.contains("shapes") || keys.contains("imagePath") { return .labelme }
    let coco = keys.intersection(["images", "annotations", "categories"])
    // The lists of a large file may lie behind its first bytes.
    return coco.count > 1 || !coco.isEmpty && start.count == startBytes ? .coco : nil
  }

  /// The format of a file of labels in a format of YOLO. A line of more than a box and its confidence is a polygon.
  private static func labels(_ start: [UInt8]) -> AnnotationFormat? {
    var lines = start.split(separator: UInt8(ascii: "\n"))
    // The end of the bytes may cut the last line.
    if start.count == startBytes { _ = lines.popLast() }
    let words = lines.map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace) }.filter
    { !$0.isEmpty }
    guard let first = words.first, first.count > 4, Int(first[0]).map({ $0 >= 0 }) == true,
      first.dropFirst().allSatisfy({ Double($0) != nil })
    else { return nil }
    return words.contains { $0.count > 6 } ? .yoloSeg : .yolo
  }
}
