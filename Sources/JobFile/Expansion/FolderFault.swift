import System
import Glibc

/// The reason why the walk can't enter a folder.
package enum FolderFault: Hashable, Sendable {
  /// It lies deeper than ``SourceWalk/maxDepth``.
  case tooDeep
  /// Reading it failed with this `errno`.
  case system(CInt)

  /// The fault in words that follow the folder's name.
  package var text: String {
    switch self {
    case .tooDeep: "it lies more than \(FixedLimits.JobFile.folderDepth) folders deep"
    case .system(let number): String(cString: strerror(number))
    }
  }
}
