import ArgumentParser
import Reporting
import Session

/// `upright lock`: notes the inputs of jobs beside them.
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
