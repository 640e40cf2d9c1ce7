import Glibc
import Planning
import System

/// The folder that holds the state folders of jobs. It lies in the output root, or elsewhere.
package struct StatePlace: Sendable {
  /// The folder's tree: the output root, or the folder itself.
  let tree: OutputTree
  /// The folder's path in `tree`; empty if the folder is the tree's root.
  private let folder: String

  private init(_ tree: OutputTree, _ folder: String) {
    self.tree = tree
    self.folder = folder
  }

  /// The root of `tree`, which isn't the output root.
  init(at tree: OutputTree) { self.init(tree, "") }

  /// The folder `.upright` in the output root `tree`.
  init(in tree: OutputTree) { self.init(tree, JobFolders.statesName) }

  /// The folder for the states of a job with these `folders`. `tree` is the job's output root. Makes a folder that
  /// lies elsewhere, and with `syncsFolders` flushes new folders to the disk.
  init(making folders: JobFolders, _ tree: OutputTree, syncsFolders: Bool) throws(SystemError) {
    if folders.keepsStateElsewhere {
      self.init(try OutputTree(making: folders.states, syncsFolders: syncsFolders), "")
    } else {
      self.init(in: tree)
    }
  }

  /// The folder for the states of a job with these `folders`, for reading only. `tree` is the job's output root, or nil
  /// if that is missing. Nil if there is no such folder.
  package init?(existing folders: JobFolders, _ tree: OutputTree?) throws(SystemError) {
    if folders.keepsStateElsewhere {
      guard let elsewhere = try OutputTree.ifExisting(folders.states) else { return nil }
      self.init(elsewhere, "")
    } else {
      guard let tree else { return nil }
      self.init(in: tree)
    }
  }

  /// True if the folder doesn't lie in the output root.
  var isElsewhere: Bool { folder.isEmpty }

  /// The path in ``tree`` of a file below the folder.
  func path(_ path: String) -> String { folder.isEmpty ? path : folder + "/" + path }

  /// Hides the folder from git, if it lies in the output root.
  func hide() throws(SystemError) {
    if isElsewhere { return }
    let own = try open()
    do throws(SystemError) {
      let file = try Descriptor.open(
        Self.ignore, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, below: own.number, mode: 0o666)
      try Descriptor.write(Array("*\n".utf8), to: file.number)
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  private static let ignore = ".gitignore"

  /// Opens the folder.
  func open() throws(SystemError) -> Descriptor { try tree.folder(of: path("x")) }

  /// Removes the folder if no job has a state in it. Then removes the folders that were made for the tree's root, if
  /// they are empty.
  func withdraw() {
    if !isElsewhere {
      guard (try? open().names()) == [Self.ignore] else { return }
      try? tree.remove(path(Self.ignore))
    }
    tree.withdraw()
  }
}
