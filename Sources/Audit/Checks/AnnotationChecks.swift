import Annotations
import ImageModel
import Planning

/// Faults of annotation files, and between annotations and pictures.
extension Auditor {
  mutating func checkAnnotations() {
    for (code, path, reason) in subject.unread { findings.add(code, subject.shown(path), reason) }
    for (number, set) in subject.sets.enumerated() {
      for trouble in set.table.troubles {
        add(.badAnnotation, set, file: trouble.file, at: trouble.place, trouble.message)
      }
      for place in set.table.pictures.indices { checkPicture(place, of: set, number) }
    }
    checkLists()
    findUnannotated()
  }

  /// Adds a fault of an annotation file, or of the record at `record`.
  mutating func add(
    _ code: AuditCode, _ set: AnnotatedSet, file: Int32, at record: RecordPlace? = nil,
    _ message: @autoclosure () -> String, more: (inout AuditFinding) -> Void = { _ in }
  ) {
    findings.add(code, subject.shown(set.table.files[Int(file)]), message()) { finding in
      finding.place = record.map { set.table.format.name(of: $0) }
      more(&finding)
    }
  }

  private mutating func checkPicture(_ place: Int, of set: AnnotatedSet, _ number: Int) {
    let picture = set.table.pictures[place]
    let source = subject.shown(set.source(ofPicture: place))
    guard let found = subject.image(set, place) else {
      let boxes = picture.boxes.count
      if set.table.format.isTextForPicture || set.table.format == .voc {
        add(
          .labelWithoutPicture, set, file: picture.file,
          "there is no picture '\(source)' for its \(boxes.boxes)")
      } else {
        add(
          .missingPicture, set, file: picture.file,
          "there is no picture '\(source)', which it names with \(boxes.boxes)")
      }
      checkBoxes(ofPicture: place, of: set, number, on: nil)
      return
    }
    let size = found.plan.storedSize.map {
      AuditedSize(
        stored: $0, orientation: found.plan.shownOrientation, declared: picture.size, space: set.space)
    }
    let name = { (finding: inout AuditFinding) in
      finding.picture = source
      finding.image = found.place
    }
    if let size, let code = size.fault {
      add(code, set, file: picture.file, size.text(code), more: name)
    } else if let error = found.plan.error, error.code == .spaceUnclear {
      add(.badAnnotation, set, file: picture.file, error.message, more: name)
    }
    checkBoxes(ofPicture: place, of: set, number, on: size.map { (found.place, $0) })
  }

  /// Adds the faulty rows of lists of URLs.
  private mutating func checkLists() {
    for image in subject.images where !image.isPicture {
      for case let error? in image.outputs.map(\.error) where error.code == .badURL {
        findings.add(.badAnnotation, subject.shown(image.source), error.message)
      }
    }
  }

  /// Finds the pictures without annotations in the folders of annotated pictures.
  private mutating func findUnannotated() {
    let message = "no annotation names it"
    if let sources = subject.unannotated {
      for source in sources {
        findings.add(.unannotated, subject.shown(source), message)
      }
      return
    }
    let folders = Set(subject.sets.map(\.folder))
    for place in subject.pictures where !subject.isNamed[Int(place)] {
      let source = Array(subject.images[Int(place)].source.utf8)
      if folders.contains(where: { $0.holds(source) }) { add(.unannotated, image: place, message) }
    }
  }
}

extension Int {
  /// For example `1 box` and `2 boxes`.
  var boxes: String { "\(self) \(self == 1 ? "box" : "boxes")" }
}

extension [UInt8] {
  /// True if the file at the normalised `path` lies in this folder or below.
  fileprivate func holds(_ path: [UInt8]) -> Bool {
    isEmpty ? path.first != .slash : path.count > count && path.starts(with: self) && path[count] == .slash
  }
}
