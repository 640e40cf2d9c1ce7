import Glibc
import Planning
import System

/// A job's state folder: by default `.upright/NAME` below the output root. It has the run lock's file and the journal.
/// The state folder of a shard is, for example, `.upright/NAME/shards/3-of-8`.
final class StateFolder: Sendable {
  let descriptor: Descriptor
  private let name: String
  private let place: StatePlace

  /// Makes the folder of the job or shard `name`, unless it exists.
  init(of name: String, in place: StatePlace) throws(SystemError) {
    self.name = name
    self.place = place
    descriptor = try Self.make(place.path(name), in: place.tree)
    // A shard's folder lies in the job's folder, which is hidden already.
    if !name.contains("/") { try place.hide() }
  }

  /// Makes the folder at a path. Another run may remove an empty folder above it meanwhile; then tries again.
  private static func make(_ path: String, in tree: OutputTree) throws(SystemError) -> Descriptor {
    var triesLeft = 10
    while true {
      do throws(SystemError) { return try tree.makeFolder(of: path + "/journal") } catch {
        triesLeft -= 1
        guard error.code == ENOENT, triesLeft > 0 else { throw error }
      }
    }
  }

  /// True if the folder holds files, but no run lock. Such a folder belongs to somebody else.
  var isForeign: Bool {
    get throws(SystemError) {
      let names = try descriptor.names()
      return !names.isEmpty && !names.contains("lock")
    }
  }

  /// True if the folder `name` of `other` is this folder.
  func isSame(in other: StatePlace) throws(SystemError) -> Bool {
    try other.tree.status(other.path(name))?.isSameFile(as: descriptor.status()) == true
  }

  /// Removes this folder. If no other job has a state folder beside it, also removes the folder that holds it. Then
  /// removes the folders that were made for the tree's root, if they are empty.
  func remove() {
    for name in ["journal", "told", "told.new"] + KnownFacts.files { unlinkat(descriptor.number, name, 0) }
    // A folder with files and without a lock would count as somebody else's.
    Self.removeLock(in: descriptor)
    removeIfEmpty()
  }

  /// Removes this folder as ``remove()`` does, if it has no file but the run lock.
  func removeIfUnused() {
    if (try? descriptor.names()) == ["lock"] { remove() }
  }

  /// Removes a folder that has run locks and temporary folders alone, as the output root has them if the state lies
  /// elsewhere. The caller must hold the job's run lock in this folder.
  func removeLocks(of job: String) {
    for parent in JobPart.parents(of: job) {
      for part in (try? place.tree.names(in: place.path(parent))) ?? [] {
        let name = "\(parent)/\(part)"
        if let folder = try? place.tree.folder(of: place.path(name + "/x")) { Self.removeLock(in: folder) }
        remove(folder: name)
      }
      remove(folder: parent)
    }
    Self.removeLock(in: descriptor)
    removeIfEmpty()
  }

  /// Removes the run lock's file and the temporary folder, if the folder has nothing else.
  private static func removeLock(in folder: borrowing Descriptor) {
    let number = folder.number
    unlinkat(number, TemporaryFolder.name, AT_REMOVEDIR)
    if (try? folder.names()) == ["lock"] { unlinkat(number, "lock", 0) }
  }

  private func removeIfEmpty() {
    remove(folder: name)
    place.withdraw()
  }

  private func remove(folder name: String) {
    guard let parent = try? place.open() else { return }
    unlinkat(parent.number, name, AT_REMOVEDIR)
  }
}
