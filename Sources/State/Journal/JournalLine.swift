import System

/// One line of a journal.
package enum JournalLine: Sendable {
  /// Whose journal this is: the first line. A later one takes its place.
  case job(file: String)
  /// What came of an item. The newest line of a source and id counts.
  case item(JournalItem)
  /// A file that is about to be put at a path.
  case will(path: String, file: FileIdentity)
  /// A file of the job that was removed.
  case gone(path: String)
  /// The end of a run.
  case end(JournalEnd)
}
