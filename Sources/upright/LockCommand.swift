import ArgumentParser
import Reporting
import Session

/// `upright lock`: writes a job lock into the folder of each job file.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Note the sources and versions of jobs, so that 'run --locked' holds the jobs to them.",
    usage: "upright lock [<options>] <job> ...",
    discussion: """
      Plans the jobs and reads all their sources. JOB.lock.jsonl gets the path, size, SHA-256 and recipe of each source, \
      the job file's hash and the versions. Exit status 1 if a source can't be read or rows would fail; the lock is \
      written in any case.

        upright lock thumbs.yaml
        upright lock --root photos nightly.yaml
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var messages: MessageOptions

  func validate() throws { try options.validateJobs() }

  func run() throws {
    let heartbeat = Heartbeat("locking")
    defer { heartbeat.end() }
    let session = JobSession(pool: width.pool, counting: heartbeat.work)
    let jobs = try session.load(options)
    try session.checkLocks(jobs)
    var status = ExitStatus.done
    for planned in try session.plan(jobs) {
      session.warnOfUnnamedPictures(planned)
      let (line, failures) = try session.writeLock(planned)
      for failure in failures { Log.tell(failure) }
      try Console.output(line.shown + "\n")
      if !failures.isEmpty { status = .failures }
    }
    if status != .done { throw SessionError(status, []) }
  }
}
