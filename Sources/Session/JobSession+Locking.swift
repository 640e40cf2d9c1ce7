import ImageModel
import LockFiles
import Planning
import Reporting
import Survey
import System

extension JobSession {
  /// Throws if a file that is no job lock lies in the place of a job lock, or if two jobs have the same job
  /// lock.
  package func checkLocks(_ jobs: [Job]) throws(SessionError) {
    var locks: [String: String] = [:]
    for job in jobs {
      if let other = locks.updateValue(job.file, forKey: job.folders.lock) {
        throw job.refusal(
          "this job has the lock of \(other), '\(job.lockName)': rename one of the two job files")
      }
      if let trouble = Self.trouble(in: job.folders.lock) {
        throw job.refusal("'\(job.lockName)' is there already and is \(trouble): remove it")
      }
    }
  }

  /// Describes a file that lies in the place of a job lock and is no job lock. Nil for a job lock, or if
  /// there is no file.
  private static func trouble(in path: String) -> String? {
    // An unreadable file shows when the lock is written.
    guard let status = FileStatus(at: path) else { return nil }
    if status.isSpecial { return "no regular file" }
    guard let bytes = try? FileBytes.read(path, limit: LockReader.beginning.count) else { return nil }
    return bytes == LockReader.beginning ? nil : "no lock"
  }

  /// Hashes the sources of a job and writes its lock. Returns a line about the lock, and the messages about
  /// failed rows and unreadable files.
  package func writeLock(
    _ planned: PlannedJob
  ) throws(SessionError) -> (line: String, failures: [SessionMessage]) {
    let job = planned.job
    let sums = FileHashing(pool, unless: stop, counting: work)
    var failures = LockFailures(job: job.spec.name)
    var failing: Set<ExactText> = []
    for image in planned.plan.images where !image.isFiltered {
      if image.error != nil { failing.insert(ExactText(image.source)) }
      for output in image.outputs.indices.prefix(image.error == nil ? image.outputs.count : 1) {
        if let failure = image.failure(ofOutput: output) { failures.add(image.source, failure) }
      }
    }
    let writer = LockWriter(
      job.header, planned.survey.filesBeside, planned.plan.images, sums,
      largest: job.spec.limits.maxFileBytes)
    do {
      let bytes = try writer.write(to: job.folders.lock, job.store) { name, finding in
        if !failing.contains(ExactText(name)) { failures.add(name, finding) }
      }
      let sources = planned.plan.images.count.counted("source")
      return ("\(job.lockName): \(sources), \(ByteCount.text(bytes))", failures.messages)
    } catch {
      let halt =
        (error as? SystemError).map { Halt($0, writing: job.lockName) } ?? (error as? Halted)?.halt
        ?? Halt(.fault, "the lock can't be made: \(error)")
      let last = SessionError(halt, file: job.file)
      throw SessionError(last.status, failures.messages + last.messages)
    }
  }
}

/// Messages about the first failures that `upright lock` finds in a job.
private struct LockFailures {
  let job: String
  private var named: [SessionMessage] = []
  private var unnamed = 0
  private static let mostNamed = 20

  init(job: String) { self.job = job }

  mutating func add(_ source: String, _ finding: Finding) {
    if named.count == Self.mostNamed {
      unnamed += 1
    } else {
      named.append(.entry(LogEntry(.error, job: job, source: source, finding)))
    }
  }

  var messages: [SessionMessage] {
    unnamed > 0 ? named + [.entry(LogEntry(.info, "and \(unnamed) more"))] : named
  }
}
