/// The job files, job locks and manifests of one call, as absolute paths. They are neither sources nor
/// outputs.
package struct ReservedPlaces: Hashable, Sendable {
  let jobFiles: Set<String>
  let locks: Set<String>
  let manifests: Set<String>

  /// The reserved files of all jobs of one call.
  package init(_ folders: [JobFolders]) {
    jobFiles = Set(folders.map(\.jobFile))
    locks = Set(folders.map(\.lock))
    manifests = Set(folders.map(\.manifest))
  }

  /// All reserved files.
  package var all: [String] { Array(jobFiles.union(locks).union(manifests)) }
}
