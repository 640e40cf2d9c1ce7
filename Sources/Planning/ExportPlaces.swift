import ImageModel

/// What lies, or will lie, where files of `exports` could go. Names that differ only in case or Unicode form are one on
/// some file systems.
struct ExportPlaces {
  private let root: String
  /// What is at an absolute path, in words.
  private var taken: [String: String] = [:]
  /// Absolute paths that are folders of files to be written.
  private var folders: Set<String> = []

  /// The outputs of `images`, and what the job reads and writes beside them.
  init(
    _ folders: JobFolders, _ annotationFiles: Set<String>, _ reserved: ReservedPlaces, _ images: [ImagePlan]
  ) {
    root = folders.output
    for path in images.lazy.flatMap(\.outputs).compactMap(\.path) { _ = take(path, as: "an output") }
    for image in images {
      taken[PlanChecks.folded(JobFolders.absolute(image.source, from: folders.base))] = "a source"
    }
    for path in annotationFiles { taken[PlanChecks.folded(path)] = "an annotation file" }
    for path in reserved.jobFiles { taken[PlanChecks.folded(path)] = "a job file" }
    for path in reserved.locks { taken[PlanChecks.folded(path)] = "the place of a job's lock" }
    for path in reserved.manifests { taken[PlanChecks.folded(path)] = "a manifest" }
  }

  /// Puts a file at a path below the output root; says what stands in its way.
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
