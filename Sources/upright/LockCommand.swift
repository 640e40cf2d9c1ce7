import ArgumentParser
import Glibc
import LockFiles
import Planning
import Reporting
import Survey
import System

/// `upright lock`: what jobs are made of, noted beside them.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Note beside jobs what they are made of, for 'run --locked' to hold them to it.",
    usage: "upright lock [<options>] <job> ...",
    discussion: """
      Plans the jobs, reads all their sources, and writes path, size, SHA-256 and recipe of each into JOB.lock.jsonl, with \
      the job file's hash and the versions. Exit status 1 where a source can't be read or rows would fail; the lock is \
      written all the same.

        upright lock thumbs.yaml
        upright lock --root photos nightly.yaml
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var width: JobsOption

  func validate() throws { try options.validateJobs() }

  func run() throws {
    let heartbeat = Heartbeat("locking", shows: Console.isTerminal)
    defer { heartbeat.end() }
    let jobs = try LoadedJob.load(options)
    try Self.checkPlaces(jobs)
    let surveys = LoadedJob.surveys(jobs, width.pool, counting: heartbeat.work)
    let plans = try LoadedJob.plan(jobs, surveys)
    var status = ExitStatus.done
    for (index, job) in jobs.enumerated() {
      job.tell(surveys[index].unnamedPictures(plans[index]))
      let sums = FileSums(width.pool, unless: StopRequest(), counting: heartbeat.work)
      var writing = LockWriting(job, plans[index], surveys[index].filesBeside, sums)
      status = max(status, try writing.write())
    }
    if status != .done { throw status }
  }

  /// Refuses places of locks that hold other files, or that two jobs would have. Throws `usage`, having said why.
  private static func checkPlaces(_ jobs: [LoadedJob]) throws(ExitStatus) {
    var locks: [String: String] = [:]
    for job in jobs {
      if let other = locks.updateValue(job.file, forKey: job.folders.lock) {
        throw job.refuse(
          "this job has the lock of \(other), '\(job.lockName)': rename one of the two job files")
      }
      if let trouble = standing(in: job.folders.lock) {
        throw job.refuse("'\(job.lockName)' is there already and is \(trouble): remove it")
      }
    }
  }

  /// What is in a lock's place that isn't a lock.
  private static func standing(in path: String) -> String? {
    // An unreadable file shows when the lock is written.
    guard let status = FileStatus(at: path) else { return nil }
    if status.isSpecial { return "no regular file" }
    guard let bytes = try? FileBytes.read(path, limit: LockReader.beginning.count) else { return nil }
    return bytes == LockReader.beginning ? nil : "no lock"
  }
}
