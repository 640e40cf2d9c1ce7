import Planning
import Reporting

/// A preview, page by page.
package struct PreviewPages: Sendable {
  private let job: String
  /// Those of the whole plan.
  package let counts: PlanCounts
  private let shown: [ImagePlan]
  private let names: PageNames

  /// Sources on a page.
  package static let sourcesOnPage = 50

  /// The pages of a job called `job` that show the images `shown` of a plan with these counts; the first is the file `first`,
  /// without its folder.
  package init(job: String, counts: PlanCounts, shown: [ImagePlan], first: String) {
    self.job = job
    self.counts = counts
    self.shown = shown
    names = PageNames(
      first: first, count: max(1, (shown.count + Self.sourcesOnPage - 1) / Self.sourcesOnPage))
  }

  /// How many there are.
  package var count: Int { names.count }

  /// The file of page `number`, from 1, without its folder.
  package func name(of number: Int) -> String { names.name(of: number) }

  /// The first bytes of a file that tell whether it is a page.
  package static var tellingBytes: Int { PageFrame.markedBytes }

  /// True for a file that begins with these bytes and is a page, of whatever job.
  package static func isPage(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(PageFrame.mark)
  }

  /// The images on page `number`.
  package func images(on number: Int) -> [ImagePlan] {
    Array(shown.dropFirst((number - 1) * Self.sourcesOnPage).prefix(Self.sourcesOnPage))
  }

  /// Hands on page `number`, part by part, with one preview for each of its images.
  package func write(_ number: Int, _ previews: [ImagePreview], to part: (String) -> Void) {
    let images = images(on: number)
    let first = (number - 1) * Self.sourcesOnPage + 1
    let frame = PageFrame(
      job: job, counts: counts, shown: shown.count, names: names, page: number,
      range: images.isEmpty ? nil : first...first + images.count - 1)
    part(frame.head)
    for (image, preview) in zip(images, previews) { part(SourceSection(image: image, preview: preview).html) }
    part(frame.foot)
  }
}
