import Planning
import Preview
import Reporting
import Running
import Survey
import System

/// The pages of one preview, from a plan to their files.
struct PreviewWriting {
  let job: LoadedJob
  let plan: BatchPlan
  /// The first page's file, as the user is to see it.
  let file: String
  let pool: WorkerPool
  let memory: MemoryBudget

  /// Writes the pages with the sources that `sample` chooses. Throws, having said why, where that can't be done.
  func write(_ sample: PreviewSample) throws(ExitStatus) {
    let path = FileToWrite.absolute(file)
    let folder = path.parentFolder
    let first = String(
      Substring(path.utf8.suffix(path.utf8.count - folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
    let shown = sample.chosen(of: plan.images)
    let pages = PreviewPages(
      job: job.spec.name, counts: PlanCounts(plan), shown: shown, first: first)
    for number in 1...pages.count { try checkPlace(of: pages.name(of: number), in: folder) }
    // The first page comes last: where it is there, so are those that it links to.
    for number in (1...pages.count).reversed() {
      try write(pages, number, to: folder + "/" + pages.name(of: number))
    }
    var entry = LogEntry(.info, summary(pages, shown: shown.count))
    entry.job = job.spec.name
    Log.tell(entry)
  }

  /// Throws where another file stands in a page's place: a source, a manifest, somebody's own page.
  private func checkPlace(of name: String, in folder: String) throws(ExitStatus) {
    try job.checkFree(JobFolders.absolute(name, from: folder), as: "--output", name)
    let path = folder + "/" + name
    // What can't be read shows when the page is written.
    let bytes = (try? FileBytes.read(path, limit: PreviewPages.tellingBytes)) ?? []
    guard FileToWrite.isDevice(path) || !bytes.isEmpty && !PreviewPages.isPage(bytes) else { return }
    throw job.refuse("'\(name)' is there already and is no preview: remove it, or change --output")
  }

  private func write(_ pages: PreviewPages, _ number: Int, to path: String) throws(ExitStatus) {
    do throws(Halt) {
      let previews = try rendering.run(pages.images(on: number))
      do throws(SystemError) {
        let page = try GrowingFile(path)
        pages.write(number, previews) { page.append($0) }
        try page.finish()
      } catch { throw Halt(error, writing: path) }
    } catch {
      Log.tell(LogEntry(.error, file: job.file, error.message))
      throw ExitStatus(error)
    }
  }

  private var rendering: PreviewRendering {
    let runner = Runner(pool: pool, memory: memory, renderer: job.renderer)
    return PreviewRendering(job.spec, job.folders, pool: pool, runner, within: memory)
  }

  private func summary(_ pages: PreviewPages, shown: Int) -> String {
    let counts = pages.counts
    let scope = shown == counts.sources ? "all" : "\(shown) of \(counts.sources)"
    let place = pages.count == 1 ? file : "\(pages.count) pages, \(file)"
    return "\(counts.text); \(scope) sources shown; \(place)"
  }
}
