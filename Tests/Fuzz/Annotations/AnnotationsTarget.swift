import Annotations
import ImageModel
import System

/// Annotation files: what is taken of one is within bounds, and doesn't depend on how its bytes are cut.
///
/// The input is a byte of choices, then a file.
package enum AnnotationsTarget: FuzzTarget {
  package static let name = "Annotations"
  package static let longest = 8192

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choices = AnnotationsChoices(bytes) else { return nil }
    let file = Array(bytes.dropFirst())
    let table = choices.table(file)
    if let fault = AnnotationsOracle.fault(in: table, numbered: true) { return fault }
    let pieces = choices.table(file, inPieces: true)
    if let difference = AnnotationsOracle.difference(table, pieces) { return "in pieces \(difference)" }
    let kept = table.categories.first
    let filtered = choices.table(file, keeping: kept.map { [$0] } ?? [])
    if let fault = AnnotationsOracle.fault(in: filtered, numbered: false) { return "filtered: \(fault)" }
    let expected = table.boxes.filter { box in
      let category = table.category(of: box)
      return category == nil ? table.fault(of: box) != nil : category == kept
    }
    let isSame =
      filtered.boxes.map(\.place) == expected.map(\.place)
      && filtered.boxes.map(\.index) == expected.map(\.index)
    return isSame ? nil : "of \(table.boxes.count) boxes \(filtered.boxes.count) are in '\(kept ?? "")'"
  }
}

/// How an input's file is read.
struct AnnotationsChoices {
  let format: AnnotationFormat
  private let boxFormat: BoxFormat
  /// False for YOLO's classes without names.
  private let namesClasses: Bool

  /// The choices that `bytes` begin with; nil where there are none.
  init?(_ bytes: [UInt8]) {
    guard let byte = bytes.first else { return nil }
    format = AnnotationFormat.allCases[Int(byte & 15) % AnnotationFormat.allCases.count]
    boxFormat = BoxFormat.allCases[Int(byte >> 4 & 7) % BoxFormat.allCases.count]
    namesClasses = byte < 0x80
  }

  /// The byte that chooses.
  static func byte(_ format: AnnotationFormat, _ boxFormat: BoxFormat = .coco) -> UInt8 {
    UInt8(AnnotationFormat.allCases.firstIndex(of: format) ?? 0)
      | UInt8(BoxFormat.allCases.firstIndex(of: boxFormat) ?? 0) << 4
  }

  /// The table of a file, which is read whole or in pieces of 1 to 7 bytes.
  func table(_ file: [UInt8], inPieces: Bool = false, keeping: Set<String>? = nil) -> AnnotationTable {
    var builder = AnnotationTable.Builder(
      format, boxFormat: boxFormat, shapes: Set(ShapeKind.allCases), keypoints: 2)
    builder.read(called: "boxes") { builder throws(FileFault) in
      try builder.read(
        inPieces ? Self.pieces(file) : ByteFeed(file), folder: "f", picture: "a.jpg",
        classes: namesClasses ? ["cat", "dog"] : nil)
    }
    return builder.finish(keeping: keeping)
  }

  private static func pieces(_ file: [UInt8]) -> ByteFeed {
    var rest = file[...]
    return ByteFeed { buffer in
      // 1, 4, 7, 3, 6, 2, 5 and again.
      let piece = rest.prefix(min(buffer.count, 1 + (file.count - rest.count) * 3 % 7))
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }
}
