import Audit
import JobFile
import Planning
import Preview
import Running
import Survey
import System

extension JobSession {
  /// Throws if another file stands in the place of a page that the user calls `file`.
  package func checkPage(_ file: String) throws(SessionError) {
    let path = absolute(file)
    // An unreadable file shows when the page is written.
    let bytes = (try? FileBytes.read(path, limit: PreviewPages.tellingBytes)) ?? []
    if FileStatus.isDevice(path) || !bytes.isEmpty && !FindingsPage.isPage(bytes) {
      throw SessionError(
        .usage, file: file, "is there already and is no page of an audit: remove it, or change --html")
    }
  }

  /// Writes the page of an audit to the file that the user calls `file`.
  package func writePage(of audit: FinishedAudit, to file: String) throws(SessionError) {
    let path = absolute(file)
    let job = audit.job
    let memory = MemoryBudget(memoryBytes, job.spec.isolation)
    let runner = Runner(pool: pool, memory: memory, renderer: job.renderer)
    let rendering = PreviewRendering(job.spec, job.store, pool: pool, runner, within: memory)
    do throws(Halted) {
      let page = try writing(path) { () throws(SystemError) in try GrowingFile(path) }
      try AuditPage(audit.subject, audit.report).write(previews: rendering.run) { page.append($0) }
      try writing(path) { () throws(SystemError) in try page.finish() }
    } catch { throw SessionError(error.halt, file: file) }
  }

  /// The value of `body`, which writes the file at `path`.
  private func writing<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(Halted) -> Value {
    do throws(SystemError) { return try body() } catch { throw Halted(Halt(error, writing: path)) }
  }
}
