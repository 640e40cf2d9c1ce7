import System

/// The files that this job put at one path, or announced for this path. One of these files lies at the path
/// unless another program replaced it.
///
/// The newest announced file replaced the earlier ones, unless the run crashed before the rename.
package struct MadeFiles: Hashable, Sendable {
  /// The file that the job put at the path last, or announced last.
  package private(set) var newest: FileIdentity
  /// Earlier files, back to the last one that certainly lay at the path.
  private var earlier: [FileIdentity] = []

  /// Begins with a file that certainly lies at the path.
  package init(_ file: FileIdentity) { newest = file }

  /// All files, in the order of their announcements.
  package var all: [FileIdentity] { earlier + [newest] }

  package func contains(_ file: FileIdentity) -> Bool { file == newest || earlier.contains(file) }

  /// Adds a file that is about to be put at the path.
  mutating func announce(_ file: FileIdentity) {
    if file == newest { return }
    earlier.append(newest)
    if earlier.count > FixedLimits.Work.openAnnouncements { earlier.removeFirst() }
    newest = file
  }
}
