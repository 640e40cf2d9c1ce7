import System

/// The reason why a folder can't be entered.
package enum FolderFault: Hashable, Sendable {
  /// The folder lies more than ``FixedLimits/JobFile/folderDepth`` folders deep.
  case tooDeep
  /// Reading the folder failed.
  case system(SystemError)

  /// The fault in words that follow the folder's name.
  package var text: String {
    switch self {
    case .tooDeep: "it lies more than \(FixedLimits.JobFile.folderDepth) folders deep"
    case .system(let error): error.message
    }
  }
}
