import Glibc
import Planning
import System

/// The folder in a job's state folder with a file for each archive of the job. The files serve as a cache: they aren't
/// flushed, and their readers notice damage.
enum ArchiveFolder {
  /// Makes the folder; false if it is there already.
  static func make(in state: Int32) throws(SystemError) -> Bool {
    try SystemError.check(allowing: EEXIST) { mkdirat(state, JobFolders.archivesName, 0o777) } == 0
  }

  /// Puts a file of these pieces there, whole or not at all. `state` is the descriptor of the state folder. Two calls
  /// with one name must not overlap.
  static func put(_ name: String, _ pieces: [[UInt8]], in state: Int32) throws(SystemError) {
    let folder = try open(in: state)
    try StateFile.put(name, pieces, in: folder.number)
  }

  /// Removes all files but those with these names. Then removes the folder if it is empty.
  static func remove(in state: Int32, besides names: Set<String>) throws(SystemError) {
    // Most jobs have none.
    guard (try? FileStatus(of: JobFolders.archivesName, in: state))?.isFolder == true else { return }
    let folder = try open(in: state)
    for name in try folder.names() where !names.contains(name) { try folder.remove(name) }
    unlinkat(state, JobFolders.archivesName, AT_REMOVEDIR)
  }

  private static func open(in state: Int32) throws(SystemError) -> Descriptor {
    try Descriptor.open(JobFolders.archivesName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, below: state)
  }
}

extension JobState {
  /// Keeps a file for an archive, in place of an earlier one. Only a state of the whole job may do so, because it alone
  /// has the run lock.
  package func keepArchive(_ name: String, _ pieces: [[UInt8]]) throws(SystemError) {
    if try ArchiveFolder.make(in: folder) { madeArchives.store(true, ordering: .relaxed) }
    try ArchiveFolder.put(name, pieces, in: folder)
  }

  /// Removes the files of all other archives than those with these names.
  package func removeArchives(besides names: Set<String>) throws(SystemError) {
    try ArchiveFolder.remove(in: folder, besides: names)
  }
}
