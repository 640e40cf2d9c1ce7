import Glibc
import ImageModel
import Planning
import Synchronization
import System

/// A job's journal, for many threads.
package final class JobJournal: Sendable {
  private let journal: Mutex<Journal>
  /// Where is looked for what this one doesn't have; it is read only.
  private let before: JobJournal?

  package init(_ journal: sending Journal, before: JobJournal? = nil) {
    self.journal = Mutex(journal)
    self.before = before
  }

  /// The journal of the job or part `name` below an output root, for reading only; nil where there is none.
  package static func existing(of name: String, in tree: OutputTree) throws(SystemError) -> JobJournal? {
    do throws(SystemError) {
      let folder = try tree.folder(of: "\(StateFolder.parent)/\(name)/journal")
      return JobJournal(try Journal(reading: folder.number))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// What is noted of an image.
  package func item(of image: ImagePlan) throws(SystemError) -> JournalItem? {
    try item(source: image.source, id: image.id)
  }

  /// The same by the item's key.
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

  /// The files of every path that this job made one at.
  func outputs() throws(SystemError) -> [ExactText: MadeFiles] {
    try locked { journal throws(SystemError) in try journal.outputsByPath() }
  }

  /// Adds lines, and with `syncs` brings them to the disk.
  package func append(_ lines: [JournalLine], syncs: Bool) throws(SystemError) {
    try locked { journal throws(SystemError) in
      try journal.append(lines)
      if syncs { try journal.sync() }
    }
  }

  /// Calls `body` with every item; the journal is nobody else's meanwhile.
  func forEachItem(_ body: (JournalItem) throws(SystemError) -> Void) throws(SystemError) {
    try locked { journal throws(SystemError) in try journal.forEachItem(body) }
  }

  /// The items that it knows.
  var count: Int { journal.withLock { $0.count } }

  /// Rewrites a journal that is mostly lines that count no more.
  func compact() throws(SystemError) {
    try locked { journal throws(SystemError) in _ = try journal.compactIfWorthwhile() }
  }

  /// The job file that the journal is of.
  var jobFile: String? { journal.withLock { $0.jobFile } }

  /// How the last run ended, if nothing was noted since.
  package var lastEnd: JournalEnd? { journal.withLock { $0.lastEnd } }

  /// True when nothing but the job file is noted.
  var isEmpty: Bool { journal.withLock { $0.lines <= 1 } }

  /// Bytes that were passed over for damage.
  package var droppedBytes: Int { journal.withLock { $0.droppedBytes } }

  private func locked<Value: Sendable>(
    _ body: (Journal) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try journal.withLock { journal throws(SystemError) in try body(journal) }
  }
}
