import Annotations
import ImageModel
import System

/// The table of one file in memory, called `boxes`.
func table(
  _ format: AnnotationFormat, _ text: String, boxFormat: BoxFormat = .coco, picture: String? = nil,
  classes: [String]? = nil, folder: String = "", keeping: Set<String>? = nil
) -> AnnotationTable {
  table(
    format, Array(text.utf8), boxFormat: boxFormat, picture: picture, classes: classes, folder: folder,
    keeping: keeping)
}

func table(
  _ format: AnnotationFormat, _ bytes: [UInt8], boxFormat: BoxFormat = .coco, picture: String? = nil,
  classes: [String]? = nil, folder: String = "", keeping: Set<String>? = nil
) -> AnnotationTable {
  var builder = AnnotationTable.Builder(format, boxFormat: boxFormat)
  builder.read(called: "boxes") { builder throws(FileFault) in
    try builder.read(ByteFeed(bytes), folder: folder, picture: picture, classes: classes)
  }
  return builder.finish(keeping: keeping)
}

/// Bytes in pieces of these sizes in turn, and then `fault` where there is one.
func feed(_ bytes: [UInt8], inPiecesOf sizes: [Int], then fault: FileFault? = nil) -> ByteFeed {
  var rest = bytes[...]
  var turn = 0
  return ByteFeed { buffer throws(FileFault) in
    if rest.isEmpty, let fault { throw fault }
    let piece = rest.prefix(min(sizes[turn % sizes.count], buffer.count))
    turn += 1
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

extension AnnotationTable {
  /// Its pictures and boxes, one a line: `a.jpg 40x30`, `  1 annotation 2: 7 cat [1, 2, 3, 4]` in a picture of 100x100.
  var lines: [String] {
    pictures.flatMap { picture in
      [picture.name + (picture.size.map { " \($0)" } ?? "")]
        + boxes[Int(picture.boxes.lowerBound)..<Int(picture.boxes.upperBound)].map(line)
    } + troubles.map { "! \(name(ofFile: $0.file, at: $0.place)): \($0.message)" }
  }

  private func line(_ box: Box) -> String {
    let place = "  \(box.index) \(name(ofFile: box.file, at: box.place)): "
    if let fault = fault(of: box) { return place + "! \(fault)" }
    let rect: RealRect<Display> = rect(of: box, in: PixelSize(width: 100, height: 100))
    let numbers = [rect.x, rect.y, rect.width, rect.height].map {
      Int(exactly: $0).map(String.init) ?? "\($0)"
    }
    return place + "\(box.id ?? "-") \(category(of: box) ?? "-") [\(numbers.joined(separator: ", "))]"
  }
}
