import ImageModel
import System

/// The recognition of a CSV with boxes by the names of its columns.
package enum CSVRecognition {
  /// The formats of boxes that their columns tell. Fractions in the columns of `voc` have the same names.
  private static let formats: [BoxFormat] = [.voc, .coco, .yolo]

  /// The format of the boxes in the CSV that begins with `start`; nil if its first row doesn't name the columns of a
  /// picture and of a box.
  package static func boxFormat(_ start: [UInt8]) -> BoxFormat? {
    var row: [[UInt8]]?
    // Only the first row counts, and the end of `start` may cut a later one.
    try? CSVRows.forEach(ByteFeed(start)) { fields, _ in if row == nil { row = fields } }
    guard let header = row.map({ CSVHeader($0, 1) }), (try? header.needed(CSVReader.pictureColumns)) != nil
    else {
      return nil
    }
    return formats.first { header.hasAll($0.columns) }
  }
}
