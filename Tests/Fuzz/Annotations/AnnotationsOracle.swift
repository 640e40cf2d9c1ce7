import Annotations
import ImageModel

/// What must hold for a table, whatever the file.
enum AnnotationsOracle {
  private static let size = PixelSize(width: 1009, height: 757)

  /// What is wrong with a table; `numbered` where all boxes of a picture are in it.
  static func fault(in table: AnnotationTable, numbered: Bool) -> String? {
    var end: Int32 = 0
    var names: Set<[UInt8]> = []
    for picture in table.pictures {
      if picture.boxes.lowerBound != end { return "boxes \(picture.boxes) follow box \(end)" }
      end = picture.boxes.upperBound
      guard picture.boxes.lowerBound <= end, Int(end) <= table.boxes.count else {
        return "boxes up to \(end)"
      }
      if let fault = fault(ofName: picture.name) { return fault }
      if !names.insert(Array(picture.name.utf8)).inserted { return "two pictures '\(picture.name)'" }
      let indices = table.boxes[Int(picture.boxes.lowerBound)..<Int(end)].map(\.index)
      let isRight =
        numbered
        ? indices == Array(1..<Int32(indices.count + 1))
        : zip([0] + indices, indices).allSatisfy { $0 < $1 }
      if !isRight { return "boxes are numbered \(indices)" }
    }
    if Int(end) != table.boxes.count { return "\(end) of \(table.boxes.count) boxes are on pictures" }
    let messages = table.troubles.map(\.message) + table.boxes.compactMap { table.fault(of: $0) }
    return messages.lazy.compactMap(fault(ofMessage:)).first ?? fault(inBoxesOf: table)
  }

  private static func fault(ofName name: String) -> String? {
    let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let wrong = segments.first { segment in
      ["", ".", ".."].contains { $0.utf8.elementsEqual(segment) } || segment.contains(0)
    }
    return wrong.map { "a segment '\(Substring($0))' in '\(name)'" }
  }

  private static func fault(ofMessage message: String) -> String? {
    if message.isEmpty || message.hasSuffix(".") || message.utf8.count > 1100 {
      return "a message '\(message)'"
    }
    let control = message.unicodeScalars.first { $0.properties.generalCategory == .control }
    return control.map { "the control character \($0.value) in '\(message)'" }
  }

  private static func fault(inBoxesOf table: AnnotationTable) -> String? {
    var ids: Set<[UInt8]> = []
    for (index, box) in table.boxes.enumerated() {
      let shape: ObjectShape<Display>? = table.shape(ofBox: index, in: size)
      if let shape, table.fault(of: box) != nil { return "a shape \(shape) of a faulty box" }
      if let fault = shape.flatMap(fault(in:)) { return fault }
      if table.fault(of: box) != nil { continue }
      let rect: RealRect<Display> = table.rect(of: box, in: size)
      guard [rect.x, rect.y, rect.width, rect.height].allSatisfy({ $0.isFinite && abs($0) < 3e6 }),
        rect.width >= 0, rect.height >= 0
      else { return "a box \(rect)" }
      if let id = box.id, !ids.insert(Array(id.utf8)).inserted { return "two boxes '\(id)'" }
    }
    return nil
  }

  private static func fault(in shape: ObjectShape<Display>) -> String? {
    let counts = shape.outlines.map(\.points.count)
    let points = shape.outlines.flatMap(\.points) + shape.keypoints.map(\.point)
    let isSound =
      !shape.isEmpty && counts.allSatisfy { $0 >= 3 } && (!shape.isOriented || counts == [4])
      && points.allSatisfy { abs($0.x) < 3e6 && abs($0.y) < 3e6 }
    return isSound ? nil : "a shape \(shape)"
  }

  /// In what two tables differ; nil where in nothing.
  static func difference(_ one: AnnotationTable, _ other: AnnotationTable) -> String? {
    let (first, second) = (description(one), description(other))
    if first == second { return nil }
    let place = zip(first, second).prefix { $0 == $1 }.count
    let lines = [first, second].map { place < $0.count ? $0[place] : "nothing" }
    return "'\(lines[1])' is read for '\(lines[0])'"
  }

  private static func description(_ table: AnnotationTable) -> [String] {
    let pictures = table.pictures.map { "\($0)" }
    let boxes = table.boxes.map { box in
      let rect: RealRect<Display> = table.rect(of: box, in: size)
      return
        "\(box.place) \(box.index) \(box.id ?? "-") \(table.category(of: box) ?? "-") \(rect) \(table.fault(of: box) ?? "-")"
    }
    return pictures + boxes + table.troubles.map { "\($0)" } + table.categories
  }
}
