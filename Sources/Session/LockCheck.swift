import ImageModel
import JobFile
import LockFiles
import Reporting
import Running
import Survey
import System

/// Compares jobs with their locks: `run --locked`.
struct LockCheck {
  private let session: JobSession
  private let options: RunOptions
  private let sums: FileHashing

  init(_ session: JobSession, _ options: RunOptions) {
    self.session = session
    self.options = options
    sums = FileHashing(session.pool, unless: session.stop, counting: session.work)
  }

  /// Throws if a job differs from its job lock. `beside` holds each job's annotation files and ICC profiles.
  func check(_ jobs: [PreparedJob], _ beside: [AnnotationFiles]) throws(SessionError) {
    var isFine = true
    for (job, files) in zip(jobs, beside) {
      do {
        let messages = try differences(job, files)
        session.tell(messages)
        isFine = isFine && messages.isEmpty
      } catch is Stopped {
        throw SessionError(.stopped, job.job, session.stop)
      } catch {
        let halt = (error as? Halted)?.halt ?? Halt(.fault, "the lock can't be compared: \(error)")
        throw SessionError(halt, file: job.job.file)
      }
    }
    if !isFine { throw SessionError(.usage, []) }
  }

  /// The differences between a job and its job lock, as messages.
  ///
  /// The journal's hashes of sources are trusted, unless `--verify` is given. Throws ``Stopped`` after a stop
  /// request, and ``Halted`` if the job lock can't be read.
  private func differences(
    _ prepared: PreparedJob, _ files: AnnotationFiles
  ) throws -> [SessionMessage] {
    let job = prepared.job
    let sources = SourceHashing(
      job.store, trusting: options.renewal.verifies ? nil : prepared.state.journal, sums,
      largest: job.spec.limits.maxFileBytes)
    var comparison = LockComparison(job.header, files, prepared.plan.images) { source in
      options.only?.matches(source.utf8) ?? true
    }
    let differences: LockDifferences
    do {
      let lock = try OpenSource.open(job.folders.lock)
      differences = try comparison.run(ByteFeed(reading: lock.descriptor.number), sources, sums)
    } catch OpeningError.system(let error) {
      throw Halted(Halt(error, source: job.lockName))
    } catch OpeningError.all(let halt) {
      throw Halted(halt)
    } catch OpeningError.source(let finding) {
      return job.refusal(
        finding.code == .notFound
          ? "there is no lock '\(job.lockName)': write it by 'upright lock \(job.file)'"
          : "the lock '\(job.lockName)' \(finding.message)"
      ).messages
    } catch let fault as LockFault {
      var entry = LogEntry(.error, file: job.lockName, fault.message)
      entry.location = SourceLocation(line: fault.line, column: 1)
      return [.entry(entry)]
    }
    if differences.isEmpty { return [] }
    let more =
      differences.unlisted > 0
      ? [SessionMessage.entry(LogEntry(.info, "and \(differences.unlisted) more"))] : []
    return differences.listed.flatMap { job.refusal($0.message).messages } + more
  }
}
