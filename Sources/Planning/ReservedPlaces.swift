/// The job files, job locks, manifests, records of splits and folders of states of one call, as absolute paths. They
/// are neither sources nor outputs.
package struct ReservedPlaces: Hashable, Sendable {
  let jobFiles: Set<String>
  let locks: Set<String>
  let manifests: Set<String>
  /// The records of exact splits.
  let splits: Set<String>
  /// The folders that hold states of jobs, except for those called `.upright`, which are always reserved.
  package let states: Set<String>

  /// The reserved files of all jobs of one call.
  package init(_ folders: [JobFolders]) {
    jobFiles = Set(folders.map(\.jobFile))
    locks = Set(folders.map(\.lock))
    manifests = Set(folders.map(\.manifest))
    splits = Set(folders.compactMap(\.splits))
    states = Set(folders.lazy.filter(\.keepsStateElsewhere).map(\.states))
  }

  /// All reserved files.
  package var files: [String] { Array(jobFiles.union(locks).union(manifests).union(splits)) }

  /// The folder of states in which an absolute path lies; nil if it lies in none.
  func statesFolder(holding path: String) -> String? {
    states.first { JobFolders.isPath(path, in: $0) }
  }
}
