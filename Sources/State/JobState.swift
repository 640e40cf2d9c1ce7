import Glibc
import Imaging
import JobFile
import Planning
import Remote
import Survey
import Synchronization
import System

/// The state that a run of a job or shard holds: output root, state folder, run lock and journal.
package final class JobState: Sendable {
  package let outputs: any OutputPlace
  /// The local tree with the temporary files: the output root, or the folder of states if the outputs go to a bucket.
  let tree: OutputTree
  package let temporaries: TemporaryFolder
  package let journal: JobJournal
  package let durability: Durability
  /// The path of the output root, for messages. `name` is the path of the state folder.
  let root: String
  package let name: String
  let place: StatePlace
  private let held: HeldFolder
  /// The folder `.upright/NAME` of the output root, if the state lies elsewhere. Its run lock excludes runs of the same
  /// job that keep their state in another place. Nil if the state lies there itself.
  private let heldBeside: HeldFolder?
  /// True if this process made the folder for indexes of archives.
  let madeArchives = Atomic<Bool>(false)
  /// The name of the job, for a run of the whole job; nil for a part.
  private let wholeJob: String?

  /// Takes the run lock, and waits up to `seconds` for another run to end. Then removes the temporary files
  /// of killed runs, and opens the journal. If the outputs go to a bucket, `store` is the way to it, and the bucket is
  /// listed.
  package init(
    _ job: JobSpec, _ folders: JobFolders, part: JobPart = .whole, to store: ObjectStore? = nil,
    waiting seconds: Double, unless stop: StopRequest
  ) throws(StateRefusal) {
    if stop.reason != nil { throw .stopped }
    durability = job.durability
    (root, name) = (folders.output, folders.state(job, part))
    wholeJob = part == .whole ? job.name : nil
    do throws(SystemError) {
      if folders.bucket == nil {
        tree = try OutputTree(making: folders.output, syncsFolders: job.durability == .each)
        // `syncfs` flushes the output root's file system alone.
        place = try StatePlace(making: folders, tree, syncsFolders: job.durability != .none)
      } else {
        let isUsual = folders.namedStates == nil && job.state == nil
        tree = try OutputTree(
          making: isUsual ? folders.journalBase : folders.states, syncsFolders: job.durability != .none)
        place = isUsual ? StatePlace(in: tree) : StatePlace(at: tree)
      }
    } catch { throw StateRefusal(error, of: name) }
    do throws(StateRefusal) {
      held = try HeldFolder(job, part, in: place, path: name, waiting: seconds, unless: stop)
    } catch {
      tree.withdraw()
      throw error
    }
    let own = folders.bucket == nil ? StatePlace(in: tree) : place
    let isOwn: Bool
    do throws(SystemError) { isOwn = try place.isElsewhere ? held.folder.isSame(in: own) : true } catch {
      throw StateRefusal(error, of: name)
    }
    do throws(StateRefusal) {
      heldBeside =
        try isOwn
        ? nil
        : HeldFolder(
          job, part, in: own, path: folders.temporaries(job, part), waiting: seconds, unless: stop)
    } catch {
      held.folder.removeIfUnused()
      throw error
    }
    do throws(SystemError) {
      outputs =
        if let bucket = folders.bucket {
          try OutputBucket(bucket, in: store) { stop.reason != nil }
        } else { tree }
    } catch {
      held.folder.removeIfUnused()
      throw .failed(Halt(error.isTemporary ? .later : .refused, error.message), isPlace: false)
    }
    if stop.reason != nil {
      heldBeside?.folder.removeIfUnused()
      held.folder.removeIfUnused()
      throw .stopped
    }
    do throws(SystemError) {
      temporaries = try TemporaryFolder(of: part.state(of: job.name), in: own)
      try temporaries.removeAll()
      // The job's journal has items of earlier shards, and of runs of the whole job.
      let before = try part == .whole ? nil : JobJournal.existing(of: job.name, in: place)
      journal = JobJournal(
        try Journal(folder: held.folder.descriptor.number, jobFile: folders.jobFileInJournal), before: before)
      if part == .whole {
        try removePartTemporaries(of: job.name)
        try adoptParts(of: job.name)
      }
      try journal.compact()
    } catch {
      // Another process has removed the state folder in the meantime.
      if error.code == ENOENT { throw .held }
      throw .failed(Halt(error, writing: name), isPlace: false)
    }
    if let other = try otherJobFile(folders) { throw .taken(by: other) }
  }

  deinit {
    if let wholeJob { heldBeside?.folder.removeLocks(of: wholeJob) }
  }

  /// The state folder's descriptor.
  var folder: Int32 { held.folder.descriptor.number }

  /// True if the journal must be flushed by itself before files are put in place. With `durability: batch`, a flush of
  /// the output root's file system flushes the journal too, unless the journal lies elsewhere or the outputs go to a bucket.
  package var syncsAnnouncements: Bool {
    durability == .each || durability == .batch && (place.isElsewhere || outputs is OutputBucket)
  }

  /// The path of another job file that has this state, if that file still exists. If not, this job takes over
  /// the state, and the result is nil.
  private func otherJobFile(_ folders: JobFolders) throws(StateRefusal) -> String? {
    let own = folders.jobFileInJournal
    guard let noted = journal.jobFile, !noted.hasSameBytes(as: own) else { return nil }
    let other = JobFolders.absolute(noted, from: folders.journalBase)
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
      FileIdentity(at: JobFolders.absolute(parent, from: folders.states)) != nil
    }
  }

  /// True if a run has ever locked the state folder at `path`.
  package static func isBegun(in path: String) -> Bool { FileIdentity(at: path + "/lock") != nil }

  /// Removes the temporary files of images that won't be finished.
  package func clear() { try? temporaries.removeAll() }

  /// Removes the temporary files, and the state folder with the folders that this process made for it. The folder stays
  /// if the journal notes more than its job file, or if it has facts about pictures, which the next plan needs. Indexes
  /// of archives from an earlier plan stay.
  package func withdraw() {
    clear()
    if !journal.isEmpty || KnownFacts.areKept(in: folder) { return }
    if madeArchives.load(ordering: .relaxed) { try? removeArchives(besides: []) }
    held.folder.remove()
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
  /// The job's state folder holds files of somebody else's.
  case foreign
  /// Folders can't be made or opened. If `isPlace` is true, the planner may have a better message about the
  /// folder.
  case failed(Halt, isPlace: Bool)
}

extension StateRefusal {
  /// The reason why the state folder `name` can't be made or opened.
  init(_ error: SystemError, of name: String) {
    let isPlace = ![EIO, EINTR].contains(error.code) && !error.isTemporary
    self = .failed(Halt(error, writing: name), isPlace: isPlace)
  }

  /// The reason why the lock in the state folder `name` can't be taken.
  init(_ refusal: RunLock.Refusal, of name: String) {
    self =
      switch refusal {
      case .held: .held
      case .stopped: .stopped
      case .system(let error): .failed(Halt(error, writing: name), isPlace: false)
      }
  }
}
