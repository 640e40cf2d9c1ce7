import ArgumentParser
import Glibc
import Planning
import System

/// A file that an option names and that is written at the end.
enum FileToWrite {
  /// The absolute path of `file`.
  static func absolute(_ file: String) -> String {
    JobFolders.absolute(file, from: Console.currentFolder)
  }

  /// The absolute path of `name` in the folder of `neighbour`. If `neighbour` is nil, the folder is the
  /// current folder.
  static func absolute(_ name: String, beside neighbour: String?) -> String {
    guard let neighbour else { return absolute(name) }
    return JobFolders.absolute(name, from: absolute(neighbour).parentFolder)
  }

  /// Throws an error that names `option` if the folder of `file` is missing. Without this check a run would
  /// fail only after hours.
  static func check(_ file: String, _ option: String) throws {
    if let fault = Console.currentFolderFault { throw ValidationError(fault) }
    let folder = absolute(file).parentFolder
    if FileStatus(at: folder)?.isFolder == true { return }
    throw ValidationError("\(option): there is no folder '\(folder)'")
  }

  /// Throws an error that names `option` if `file` would replace a device or another special file.
  static func checkPlace(_ file: String, _ option: String) throws {
    if FileStatus(at: absolute(file), followingLinks: false)?.isSpecial == true {
      throw ValidationError("\(option): '\(file)' is there already, and no regular file")
    }
  }
}
