import Annotations
import ImageModel

/// Faults of boxes.
extension Auditor {
  /// A box may reach this far beyond the picture, in pixels. Tools round boxes, and some count pixels from 0 in formats
  /// that count from 1.
  private static let slack = 1.0

  /// A box by all that two copies of it share.
  private struct BoxKey: Hashable {
    let rect: RealRect<Stored>
    let category: String?
  }

  /// Finds the faults of all boxes of picture `place`. `picture` gives the picture's image and size; nil if there is no
  /// picture.
  mutating func checkBoxes(
    ofPicture place: Int, of set: AnnotatedSet, _ number: Int, on picture: (image: Int32, size: AuditedSize)?
  ) {
    let table = set.table
    let source = subject.shown(set.source(ofPicture: place))
    let size = picture?.size.boxes
    var seen: [BoxKey: Int] = [:]
    for index in set.boxes(ofPicture: place) {
      let box = table.boxes[index]
      let name = { (finding: inout AuditFinding) in
        finding.picture = source
        finding.image = picture?.image
        finding.box = (Int32(clamping: number), Int32(clamping: index))
      }
      if let fault = table.fault(of: box) {
        add(.badAnnotation, set, file: box.file, at: box.place, fault, more: name)
        continue
      }
      // Without a picture the numbers stand as they are in the file, which suffices to compare them.
      let rect: RealRect<Stored> = table.rect(of: box, in: size ?? PixelSize(width: 1, height: 1))
      if rect.width <= 0 || rect.height <= 0 {
        add(.boxEmpty, set, file: box.file, at: box.place, "the box \(rect.text) has no area", more: name)
      } else if let size, let excess = rect.excess(over: size, slack: Self.slack) {
        add(
          .boxOutside, set, file: box.file, at: box.place, "the box \(rect.text) \(excess) of \(size)",
          more: name)
      }
      let key = BoxKey(rect: rect, category: table.category(of: box))
      if let first = seen[key] {
        let earlier = table.boxes[first]
        add(
          .boxTwice, set, file: box.file, at: box.place,
          "the box \(rect.text) is that of \(table.name(of: earlier, beside: box))", more: name)
      } else {
        seen[key] = index
      }
    }
  }
}

extension AnnotationTable {
  /// The name of a box's record, with its file if that is another one than the file of `other`.
  fileprivate func name(of box: Box, beside other: Box) -> String {
    (box.file == other.file ? "" : files[Int(box.file)] + ", ") + format.name(of: box.place)
  }
}

extension RealRect {
  /// The numbers `[x, y, width, height]`, rounded to hundredths.
  fileprivate var text: String {
    "[" + [x, y, width, height].map(\.hundredths).joined(separator: ", ") + "]"
  }

  /// How far the box reaches beyond a picture of this size, in words; nil if by at most `slack` pixels.
  fileprivate func excess(over size: PixelSize, slack: Double) -> String? {
    let (across, down) = (Double(size.width), Double(size.height))
    if x >= across || y >= down || right <= 0 || bottom <= 0 { return "lies outside of the picture" }
    let sides = [("left", -x), ("top", -y), ("right", right - across), ("bottom", bottom - down)]
    guard let most = sides.max(by: { $0.1 < $1.1 }), most.1 > slack else { return nil }
    return "reaches \(most.1.hundredths) pixels beyond the \(most.0) edge of the picture"
  }
}

extension Double {
  /// The number, rounded to hundredths.
  fileprivate var hundredths: String {
    let rounded = (self * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
