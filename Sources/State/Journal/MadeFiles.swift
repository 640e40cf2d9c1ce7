import System

/// The files of which one lies at an output's path, unless somebody else put another one there.
///
/// One that was announced takes the place of those before it, or a crash came first.
package struct MadeFiles: Hashable, Sendable {
  /// The one that was put there or announced last.
  package private(set) var newest: FileIdentity
  /// Those before it, back to the last one that is known to have been there.
  private var earlier: [FileIdentity] = []

  /// So many runs one after the other that announce a file, and never come to note what came of it, are enough.
  private static let mostEarlier = 16

  /// A file that is known to be there.
  package init(_ file: FileIdentity) { newest = file }

  /// All of them, in the order in which they were announced.
  package var all: [FileIdentity] { earlier + [newest] }

  /// True for one of them.
  package func contains(_ file: FileIdentity) -> Bool { file == newest || earlier.contains(file) }

  /// Adds one that is about to be put there.
  mutating func announce(_ file: FileIdentity) {
    if file == newest { return }
    earlier.append(newest)
    if earlier.count > Self.mostEarlier { earlier.removeFirst() }
    newest = file
  }
}
