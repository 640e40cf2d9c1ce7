import Glibc
import JobFile
import Planning

/// What a run of a job holds on to: its output root, its own folder in it, its lock and its journal.
package final class JobState: Sendable {
  package let tree: OutputTree
  let folder: StateFolder
  package let journal: JobJournal
  package let durability: Durability
  /// The output root and the state folder, for messages.
  let root: String
  let name: String
  private let lock: JobLock

  /// Takes the job in hand, waiting up to `seconds` for another run of it to end, and clears what a killed run left.
  package init(
    _ job: JobSpec, _ folders: JobFolders, waiting seconds: Double, unless stop: StopRequest
  ) throws(StateRefusal) {
    if stop.reason != nil { throw .stopped }
    durability = job.durability
    (root, name) = (folders.output, folders.state(job))
    do throws(SystemError) {
      tree = try OutputTree(making: folders.output, syncsFolders: job.durability == .each)
      folder = try StateFolder(of: job.name, in: tree)
    } catch {
      let isPlace = ![EIO, EINTR].contains(error.code) && !error.isTemporary
      throw .failed(Halt(error, writing: name), isPlace: isPlace)
    }
    do throws(JobLock.Refusal) {
      lock = try JobLock.take(in: folder.descriptor.number, waiting: seconds, unless: stop)
    } catch {
      throw StateRefusal(error, of: name)
    }
    do throws(SystemError) {
      try folder.removeTemporaries()
      journal = JobJournal(try Journal(folder: folder.descriptor.number, jobFile: folders.jobFileFromOutput))
      try journal.compact()
    } catch {
      // As with the lock: it was taken away before.
      if error.code == ENOENT { throw .held }
      throw .failed(Halt(error, writing: name), isPlace: false)
    }
    if let other = try otherJobFile(folders) { throw .taken(by: other) }
  }

  /// The job file that the state belongs to, where that is there and isn't this job's.
  private func otherJobFile(_ folders: JobFolders) throws(StateRefusal) -> String? {
    let own = folders.jobFileFromOutput
    guard let noted = journal.jobFile, !noted.hasSameBytes(as: own) else { return nil }
    let other = JobFolders.absolute(noted, from: folders.output)
    var (status, ownStatus) = (stat(), stat())
    if stat(other, &status) == 0, stat(folders.jobFile, &ownStatus) == 0,
      (status.st_dev, status.st_ino) != (ownStatus.st_dev, ownStatus.st_ino)
    {
      return other
    }
    do throws(SystemError) { try journal.append([.job(file: own)], syncs: false) } catch {
      throw .failed(Halt(error, writing: name), isPlace: false)
    }
    return nil
  }

  /// Removes the temporaries of images that won't be finished.
  package func clear() { try? folder.removeTemporaries() }

  /// Takes away all that taking the job in hand has made, where nothing has come of it yet.
  package func withdraw() {
    if journal.isEmpty { folder.remove(from: tree) }
  }
}

/// Why a job can't be taken in hand.
package enum StateRefusal: Error {
  /// Another process runs the job.
  case held
  /// The batch was asked to end before it began.
  case stopped
  /// Its state is that of another job file, which is there too.
  case taken(by: String)
  /// `isPlace` where folders can't be made or opened: the plan of the job knows better which and why.
  case failed(Halt, isPlace: Bool)
}

extension StateRefusal {
  /// Why the lock in the state folder `name` can't be had.
  fileprivate init(_ refusal: JobLock.Refusal, of name: String) {
    self =
      switch refusal {
      case .held: .held
      case .stopped: .stopped
      case .system(let error): .failed(Halt(error, writing: name), isPlace: false)
      }
  }
}
