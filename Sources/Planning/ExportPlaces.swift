import ImageModel

/// Tells which paths the files of `exports` can have. A path is taken if the job has another file there, such
/// as an output or a source. Names that differ only in case or Unicode form count as equal, as on some file
/// systems.
struct ExportPlaces {
  private let root: String
  /// A description of each file, by the file's absolute path.
  private var taken: [String: String] = [:]
  /// Absolute paths of folders for planned files.
  private var folders: Set<String> = []

  /// Marks the paths of the job's files as taken, including the sources and outputs of `images`.
  init(
    _ folders: JobFolders, _ filesBeside: [String: String], _ reserved: ReservedPlaces, _ images: [ImagePlan]
  ) {
    root = folders.output
    for path in images.lazy.flatMap(\.outputs).compactMap(\.path) { _ = take(path, as: "an output") }
    for image in images {
      taken[PlanChecks.folded(folders.place(ofSource: image.source))] = "a source"
    }
    for (path, kind) in filesBeside { taken[PlanChecks.folded(path)] = kind }
    for path in reserved.jobFiles { taken[PlanChecks.folded(path)] = "a job file" }
    for path in reserved.locks { taken[PlanChecks.folded(path)] = "the place of a job's lock" }
    for path in reserved.manifests { taken[PlanChecks.folded(path)] = "a manifest" }
  }

  /// Adds a file at a path below the output root. Returns the reason why the path can't be used; nil if the
  /// path is free.
  mutating func take(_ path: String, as words: String) -> String? {
    let place = PlanChecks.folded(JobFolders.absolute(path, from: root))
    if let other = taken.updateValue(words, forKey: place) { return "is \(other) too" }
    if folders.contains(place) { return "is the folder of another file too" }
    for folder in path.folders {
      let place = PlanChecks.folded(JobFolders.absolute(folder, from: root))
      if let file = taken[place] { return "would have \(file), '\(folder)', for its folder" }
      guard folders.insert(place).inserted else { break }
    }
    return nil
  }
}
