import Planning
import System

/// One line of a journal.
package enum JournalLine: Sendable {
  /// The job file of the journal. The journal's first line is of this kind. A later line of this kind
  /// replaces the first one.
  case job(file: String)
  /// The maker of the outputs of the items that follow.
  case versions(Maker)
  /// The outcome of an item. For each source and id, the newest line counts.
  case item(JournalItem)
  /// A file that is about to be put at a path.
  case will(path: String, file: FileIdentity)
  /// The job removed its file at a path.
  case gone(path: String)
  /// The end of a run.
  case end(JournalEnd)
}
