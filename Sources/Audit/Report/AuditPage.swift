import Annotations
import ImageModel
import Planning
import Preview

/// The page of an audit: the facts and the findings, with small pictures.
package struct AuditPage: Sendable {
  private let subject: AuditSubject
  private let report: AuditReport

  /// The most findings of one kind on the page.
  package static let mostFindings = 20
  /// The most classes of a fact.
  private static let mostCounts = 50

  package init(_ subject: AuditSubject, _ report: AuditReport) {
    (self.subject, self.report) = (subject, report)
  }

  /// Passes the page to `part`, piece by piece. `previews` makes the previews of some images, in their order.
  package func write<Failure: Error>(
    previews: ([ImagePlan]) throws(Failure) -> [ImagePreview], to part: (String) -> Void
  ) throws(Failure) {
    part(FindingsPage.head(title: report.subject, line: report.line))
    for code in report.findings.codes {
      let shown = report.findings[code].prefix(Self.mostFindings)
      let count = report.findings.count(of: code)
      part(FindingsPage.open("\(code.rawValue), \(count)", code.advice))
      let places = Set(shown.flatMap { [$0.image, $0.otherImage].compactMap(\.self) }).sorted()
      let made = try previews(places.map { subject.images[Int($0)].shownWhole })
      let pictures = Dictionary(uniqueKeysWithValues: zip(places, made))
      for finding in shown {
        let figures = [finding.image, finding.otherImage].compactMap(\.self).compactMap { place in
          figure(place, pictures[place], box: place == finding.image ? finding.box : nil)
        }
        part(FindingsPage.finding(finding.line, figures))
      }
      part(FindingsPage.close(rest: count - shown.count))
    }
    for (title, _, counts) in report.facts.groups where !counts.isEmpty {
      part(FindingsPage.counts(title, counts.prefix(Self.mostCounts).map { ($0.name, $0.count) }))
    }
    part(FindingsPage.foot)
  }

  /// The picture of an image, with a box of it; nil if there is no picture.
  private func figure(
    _ place: Int32, _ preview: ImagePreview?, box: (set: Int32, box: Int32)?
  ) -> FindingsPage.Figure? {
    let image = subject.images[Int(place)]
    guard let stored = image.storedSize, stored.area > 0, let jpeg = preview?.picture?.file else {
      return nil
    }
    return FindingsPage.Figure(
      subject.shown(image.source), image.shownOrientation.turned(stored), jpeg: jpeg,
      box: box.flatMap { rect($0.box, of: subject.sets[Int($0.set)], on: image, stored) })
  }

  /// A box as a viewer shows it; nil if it has a fault.
  private func rect(
    _ index: Int32, of set: AnnotatedSet, on image: ImagePlan, _ stored: PixelSize
  ) -> RealRect<Display>? {
    let box = set.table.boxes[Int(index)]
    if set.table.fault(of: box) != nil { return nil }
    let picture = set.table.pictures.first { $0.boxes.contains(index) }
    let size = AuditedSize(
      stored: stored, orientation: image.shownOrientation, declared: picture?.size, space: set.space)
    guard size.isStored else { return set.table.rect(of: box, in: size.boxes) }
    return image.shownOrientation.display(set.table.rect(of: box, in: size.boxes), stored: stored)
  }
}

extension ImagePlan {
  /// The plan without boxes and with one output, which suffices for a preview of the whole picture.
  fileprivate var shownWhole: ImagePlan {
    var plan = self
    plan.boxes = nil
    plan.outputs = Array(outputs.prefix(1))
    return plan
  }
}
