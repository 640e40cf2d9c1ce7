import Planning
import Reporting

/// The pages of a preview.
package struct PreviewPages: Sendable {
  private let job: String
  /// The counts of the whole plan.
  package let counts: PlanCounts
  private let shown: [ImagePlan]
  private let names: PageNames

  /// Sources per page.
  package static let sourcesOnPage = 50

  /// Prepares pages for the images `shown` of a plan. `job` is the job's name, and `counts` are the counts of
  /// the whole plan. `first` is the file name of the first page, without its folder.
  package init(job: String, counts: PlanCounts, shown: [ImagePlan], first: String) {
    self.job = job
    self.counts = counts
    self.shown = shown
    names = PageNames(
      first: first, count: max(1, (shown.count + Self.sourcesOnPage - 1) / Self.sourcesOnPage))
  }

  /// The number of pages.
  package var count: Int { names.count }

  /// The file name of page `number`, from 1, without its folder.
  package func name(of number: Int) -> String { names.name(of: number) }

  /// The number of leading bytes that identify a page.
  package static var tellingBytes: Int { PageKind.markedBytes }

  /// True if a file with these first bytes is a page of any job.
  package static func isPage(_ bytes: [UInt8]) -> Bool { PageKind.preview.isPage(bytes) }

  /// The images on page `number`.
  package func images(on number: Int) -> [ImagePlan] {
    Array(shown.dropFirst((number - 1) * Self.sourcesOnPage).prefix(Self.sourcesOnPage))
  }

  /// Passes the text of page `number` to `part`, piece by piece. `previews` has one preview for each image of
  /// the page.
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
