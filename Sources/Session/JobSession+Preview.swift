import JobFile
import Planning
import Preview
import Reporting
import Running
import Survey
import System

extension JobSession {
  /// Writes the pages of a preview that shows the sources chosen by `sample`. `file` is the path of the first
  /// page, as the user wrote it. Returns a summary.
  package func writePreview(
    _ planned: PlannedJob, to file: String, _ sample: PreviewSample
  ) throws(SessionError) -> LogEntry {
    let (job, plan) = (planned.job, planned.plan)
    let path = absolute(file)
    let folder = path.parentFolder
    let first = String(
      Substring(path.utf8.suffix(path.utf8.count - folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
    let shown = sample.chosen(of: plan.images)
    let pages = PreviewPages(
      job: job.spec.name, counts: PlanCounts(plan), shown: shown, first: first)
    for number in 1...pages.count { try check(pages.name(of: number), in: folder, job) }
    let memory = MemoryBudget(memoryBytes, job.spec.isolation)
    let runner = Runner(pool: pool, memory: memory, renderer: job.renderer)
    let rendering = PreviewRendering(job.spec, job.store, pool: pool, runner, within: memory)
    // The first page comes last: once it exists, the pages that it links to exist too.
    for number in (1...pages.count).reversed() {
      try write(pages, number, to: folder + "/" + pages.name(of: number), rendering, job)
    }
    let scope = shown.count == plan.images.count ? "all" : "\(shown.count) of \(plan.images.count)"
    let place = pages.count == 1 ? file : "\(pages.count) pages, \(file)"
    return LogEntry(.info, job: job.spec.name, "\(pages.counts.text); \(scope) sources shown; \(place)")
  }

  /// Throws if another file stands in a page's place: a source, a manifest or the user's own page.
  private func check(_ name: String, in folder: String, _ job: Job) throws(SessionError) {
    try job.checkFree(JobFolders.absolute(name, from: folder), as: "--output", name)
    let path = folder + "/" + name
    // An unreadable file shows when the page is written.
    let bytes = (try? FileBytes.read(path, limit: PreviewPages.tellingBytes)) ?? []
    guard FileStatus.isDevice(path) || !bytes.isEmpty && !PreviewPages.isPage(bytes) else { return }
    throw job.refusal("'\(name)' is there already and is no preview: remove it, or change --output")
  }

  private func write(
    _ pages: PreviewPages, _ number: Int, to path: String, _ rendering: PreviewRendering, _ job: Job
  ) throws(SessionError) {
    do throws(Halted) {
      let previews = try rendering.run(pages.images(on: number))
      do throws(SystemError) {
        let page = try GrowingFile(path)
        pages.write(number, previews) { page.append($0) }
        try page.finish()
      } catch { throw Halted(Halt(error, writing: path)) }
    } catch {
      throw SessionError(error.halt, file: job.file)
    }
  }
}
