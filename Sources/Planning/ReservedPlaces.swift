/// Files of one call that are neither sources nor outputs: its job files and their manifests, as absolute paths.
package struct ReservedPlaces: Hashable, Sendable {
  let jobFiles: Set<String>
  let manifests: Set<String>

  /// Those of all jobs of one call.
  package init(_ folders: [JobFolders]) {
    jobFiles = Set(folders.map(\.jobFile))
    manifests = Set(folders.map(\.manifest))
  }

  /// All of them.
  package var all: [String] { Array(jobFiles.union(manifests)) }
}
