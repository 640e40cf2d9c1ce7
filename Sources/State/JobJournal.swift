import Glibc
import ImageModel
import Planning
import Synchronization
import System

/// A job's journal, for use by many threads.
package final class JobJournal: Sendable {
  private let journal: Mutex<Journal>
  /// For a part of a job: the journal of the whole job, which is only read. It is asked for items that the
  /// part's journal lacks.
  private let before: JobJournal?

  package init(_ journal: sending Journal, before: JobJournal? = nil) {
    self.journal = Mutex(journal)
    self.before = before
  }

  /// The journal of the job or shard `name`, for reading only; nil if there is none.
  package static func existing(of name: String, in place: StatePlace) throws(SystemError) -> JobJournal? {
    do throws(SystemError) {
      let folder = try place.tree.folder(of: place.path(name + "/journal"))
      return JobJournal(try Journal(reading: folder.number))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// The journal's item of an image.
  package func item(of image: ImagePlan) throws(SystemError) -> JournalItem? {
    try item(source: image.source, id: image.id)
  }

  /// The item with this key.
  func item(source: String, id: String) throws(SystemError) -> JournalItem? {
    let own = try locked { journal throws(SystemError) in try journal.item(source: source, id: id) }
    if let own { return own }
    return try before?.item(source: source, id: id)
  }

  /// The files that this job put, or was about to put, at a path.
  package func made(_ path: String) throws(SystemError) -> MadeFiles? {
    let own = try locked { journal throws(SystemError) in try journal.made(path: path) }
    if let own { return own }
    return try before?.made(path)
  }

  /// The makers of the items' outputs, oldest first.
  package var makers: [Maker] { (before?.makers ?? []) + journal.withLock { $0.makers } }

  /// The files that this job made or announced, by path.
  func outputs() throws(SystemError) -> [ExactText: MadeFiles] {
    try locked { journal throws(SystemError) in try journal.outputsByPath() }
  }

  /// Adds lines, and with `syncs` flushes them to the disk.
  package func append(_ lines: [JournalLine], syncs: Bool) throws(SystemError) {
    try locked { journal throws(SystemError) in
      try journal.append(lines)
      if syncs { try journal.sync() }
    }
  }

  /// Calls `body` with every item, while no other thread uses the journal.
  func forEachItem(_ body: (JournalItem) throws(SystemError) -> Void) throws(SystemError) {
    try locked { journal throws(SystemError) in try journal.forEachItem(body) }
  }

  /// The number of items.
  package var count: Int { journal.withLock { $0.count } }

  /// Rewrites a journal whose lines are mostly obsolete.
  func compact() throws(SystemError) {
    try locked { journal throws(SystemError) in _ = try journal.compactIfWorthwhile() }
  }

  /// The path of the job file, as the journal notes it.
  var jobFile: String? { journal.withLock { $0.jobFile } }

  /// The end of the last run, if nothing was noted since.
  package var lastEnd: JournalEnd? { journal.withLock { $0.lastEnd } }

  /// True if only the job file is noted.
  var isEmpty: Bool { journal.withLock { $0.lines <= 1 } }

  /// Bytes that were skipped because of damage.
  package var droppedBytes: Int { journal.withLock { $0.droppedBytes } }

  private func locked<Value: Sendable>(
    _ body: (Journal) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try journal.withLock { journal throws(SystemError) in try body(journal) }
  }
}
