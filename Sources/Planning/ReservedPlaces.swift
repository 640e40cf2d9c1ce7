/// Files of one call that are neither sources nor outputs: its job files, their locks and their manifests, as absolute
/// paths.
package struct ReservedPlaces: Hashable, Sendable {
  let jobFiles: Set<String>
  let locks: Set<String>
  let manifests: Set<String>

  /// Those of all jobs of one call.
  package init(_ folders: [JobFolders]) {
    jobFiles = Set(folders.map(\.jobFile))
    locks = Set(folders.map(\.lock))
    manifests = Set(folders.map(\.manifest))
  }

  /// All of them.
  package var all: [String] { Array(jobFiles.union(locks).union(manifests)) }
}
