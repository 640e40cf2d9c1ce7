import Glibc
import Imaging
import JobFile
import Planning
import Survey
import System

/// The state that a run of a job or shard holds: output root, state folder, run lock and journal.
package final class JobState: Sendable {
  package let tree: OutputTree
  package let folder: StateFolder
  package let journal: JobJournal
  package let durability: Durability
  /// The path of the output root, for messages. `name` is the path of the state folder.
  let root: String
  package let name: String
  private let lock: RunLock
  /// For a shard or an `upright worker`: the job's run lock, which all of them share. Nil for a run of the
  /// whole job: `lock` is then the job's run lock.
  private let jobLock: RunLock?

  /// Takes the run lock, and waits up to `seconds` for another run to end. Then removes the temporary files
  /// of killed runs, and opens the journal.
  package init(
    _ job: JobSpec, _ folders: JobFolders, part: JobPart = .whole, waiting seconds: Double,
    unless stop: StopRequest
  ) throws(StateRefusal) {
    if stop.reason != nil { throw .stopped }
    durability = job.durability
    (root, name) = (folders.output, folders.state(job, part))
    let jobFolder: StateFolder
    do throws(SystemError) {
      tree = try OutputTree(making: folders.output, syncsFolders: job.durability == .each)
      jobFolder = try StateFolder(of: job.name, in: tree)
      folder = try part == .whole ? jobFolder : StateFolder(of: part.state(of: job.name), in: tree)
    } catch {
      let isPlace = ![EIO, EINTR].contains(error.code) && !error.isTemporary
      throw .failed(Halt(error, writing: name), isPlace: isPlace)
    }
    do throws(RunLock.Refusal) {
      jobLock =
        try part == .whole
        ? nil
        : RunLock.take(
          in: jobFolder.descriptor.number, .shared, waiting: max(seconds, Self.patience), unless: stop)
    } catch {
      throw StateRefusal(error, of: name)
    }
    do throws(RunLock.Refusal) {
      // `upright status` takes a shard's run lock for an instant, so a shard always waits a little.
      let least = part == .whole ? 0 : 0.1
      lock = try RunLock.take(in: folder.descriptor.number, waiting: max(seconds, least), unless: stop)
    } catch {
      throw part != .whole && error == .held ? .partHeld : StateRefusal(error, of: name)
    }
    do throws(SystemError) {
      try folder.removeTemporaries()
      // The job's journal has items of earlier shards, and of runs of the whole job.
      let before = try part == .whole ? nil : JobJournal.existing(of: job.name, in: tree)
      journal = JobJournal(
        try Journal(folder: folder.descriptor.number, jobFile: folders.jobFileFromOutput), before: before)
      if part == .whole { try adoptParts(of: job.name) }
      try journal.compact()
    } catch {
      // Another process has removed the state folder in the meantime.
      if error.code == ENOENT { throw .held }
      throw .failed(Halt(error, writing: name), isPlace: false)
    }
    if let other = try otherJobFile(folders) { throw .taken(by: other) }
  }

  /// The least time in seconds that a shard waits while another process holds the whole job. A merge needs
  /// less time to find that shards are missing.
  private static let patience = 1.0

  /// The path of another job file that has this state, if that file still exists. If not, this job takes over
  /// the state, and the result is nil.
  private func otherJobFile(_ folders: JobFolders) throws(StateRefusal) -> String? {
    let own = folders.jobFileFromOutput
    guard let noted = journal.jobFile, !noted.hasSameBytes(as: own) else { return nil }
    let other = JobFolders.absolute(noted, from: folders.output)
    if let status = FileStatus(at: other), let ownStatus = FileStatus(at: folders.jobFile),
      !status.isSameFile(as: ownStatus)
    {
      return other
    }
    do throws(SystemError) { try journal.append([.job(file: own)], syncs: false) } catch {
      throw .failed(Halt(error, writing: name), isPlace: false)
    }
    return nil
  }

  /// True if shards of the job or an `upright worker` ran, and their journals are not merged yet.
  package static func hasParts(_ job: JobSpec, _ folders: JobFolders) -> Bool {
    JobPart.parents(of: job.name).contains { parent in
      FileIdentity(at: JobFolders.absolute("\(StateFolder.parent)/\(parent)", from: folders.output)) != nil
    }
  }

  /// True if a run has ever locked the state folder at `path`.
  package static func isBegun(in path: String) -> Bool { FileIdentity(at: path + "/lock") != nil }

  /// Removes the temporary files of images that won't be finished.
  package func clear() { try? folder.removeTemporaries() }

  /// Removes the state folder and the folders that this process made for it. Does nothing if the journal
  /// notes more than its job file.
  package func withdraw() {
    if journal.isEmpty { folder.remove(from: tree) }
  }
}

/// The reason why a job can't be locked.
package enum StateRefusal: Error {
  /// Another process runs the job.
  case held
  /// Another process runs this part of the job.
  case partHeld
  /// A stop was requested before the lock was free.
  case stopped
  /// The state belongs to another job file, and that file still exists.
  case taken(by: String)
  /// Folders can't be made or opened. If `isPlace` is true, the planner may have a better message about the
  /// folder.
  case failed(Halt, isPlace: Bool)
}

extension StateRefusal {
  /// The reason why the lock in the state folder `name` can't be taken.
  fileprivate init(_ refusal: RunLock.Refusal, of name: String) {
    self =
      switch refusal {
      case .held: .held
      case .stopped: .stopped
      case .system(let error): .failed(Halt(error, writing: name), isPlace: false)
      }
  }
}
