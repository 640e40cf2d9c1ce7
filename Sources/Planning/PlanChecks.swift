import ImageModel
import JobFile
import System

/// Checks of a whole plan: no file is written twice, and no file that the job reads is overwritten.
package struct PlanChecks {
  let job: JobSpec
  let folders: JobFolders
  let file: String
  let matcher: SourceMatcher
  private let objects: ObjectMatcher
  let reserved: ReservedPlaces
  /// The kinds of the other files that the job reads, in words. The keys are absolute paths.
  let filesBeside: [String: String]
  /// The most findings of one kind in a report; a faulty job often has many of the same kind.
  private static let most = 5

  /// Prepares the checks of `job`. Messages call the job file `file`. `matcher` tells which paths match the job's
  /// patterns. `filesBeside` has the absolute paths of other files that the job reads, and says in words what each is.
  package init(
    _ job: JobSpec, _ folders: JobFolders, file: String, matcher: SourceMatcher, reserved: ReservedPlaces,
    filesBeside: [String: String] = [:]
  ) {
    self.filesBeside = filesBeside
    self.matcher = matcher
    objects = ObjectMatcher(job.sources, exclude: job.exclude, excludedObjects: job.excludedObjects)
    self.reserved = reserved
    self.job = job
    self.folders = folders
    self.file = file
  }

  /// All faults of `images`.
  package func refusals(_ images: [ImagePlan]) -> [Diagnostic] {
    let states = states()
    // Each output would be refused for the same reason.
    if !states.isEmpty { return states }
    return manifest() + collisions(images) + overwrites(images) + foldersInTheWay(images)
      + futureSources(images) + exports(images)
  }

  /// Reports a folder of states that holds the base folder or the output root.
  private func states() -> [Diagnostic] {
    if !folders.keepsStateElsewhere { return [] }
    let held =
      JobFolders.isPath(folders.output, in: folders.states)
      ? "the output root '\(folders.output)'"
      : JobFolders.isPath(folders.base, in: folders.states) ? "the base folder '\(folders.base)'" : nil
    guard let held else { return [] }
    return [
      Diagnostic(
        file: file, at: job.state?.location,
        "the folder for the state of runs, '\(folders.states)', would hold \(held): name a folder of its own")
    ]
  }

  /// Reports a manifest that would lie on a job file, on a job's lock, on another file that the job reads, or in a
  /// folder for the state of runs.
  private func manifest() -> [Diagnostic] {
    let message: String
    if reserved.jobFiles.contains(folders.manifest) {
      message = "the manifest would overwrite a job file: change 'manifest'"
    } else if reserved.locks.contains(folders.manifest) {
      message = "the manifest would overwrite a job's lock: change 'manifest'"
    } else if reserved.splits.contains(folders.manifest) {
      message = "the manifest would overwrite a job's record of splits: change 'manifest'"
    } else if let kind = filesBeside[folders.manifest] {
      message = "the manifest would overwrite \(kind) of this job: change 'manifest'"
    } else if let states = folders.statesFolder(holding: folders.manifest) {
      message =
        "the manifest would lie in '\(states)', which is kept for the state of runs: change 'manifest'"
    } else {
      return []
    }
    return [Diagnostic(file: file, at: job.manifest?.location, message)]
  }

  /// The place of an output in a plan: the index of the output's image, and the index of the output. The
  /// checks hold a place for each output, so a place is kept small.
  struct Place: Comparable {
    private let storedImage: Int32
    private let storedOutput: Int32

    init(image: Int, output: Int) {
      storedImage = Int32(clamping: image)
      storedOutput = Int32(clamping: output)
    }

    var image: Int { Int(storedImage) }
    var output: Int { Int(storedOutput) }

    static func < (one: Place, other: Place) -> Bool { (one.image, one.output) < (other.image, other.output) }
  }

  /// Calls `body` with the place and path of each output that has a path. If the job lets colliding rows
  /// fail, outputs that can't be made are left out.
  func forEachPlace(_ images: [ImagePlan], _ body: (Place, String) -> Void) {
    for (number, image) in images.enumerated() {
      for (index, output) in image.outputs.enumerated() {
        if job.onCollision == .failRows, image.failure(ofOutput: index) != nil { continue }
        if let path = output.path { body(Place(image: number, output: index), path) }
      }
    }
  }

  /// Reports each output that would lie at the path of another file of the job: a source, an annotation file,
  /// a job file, a job's lock or a manifest. Also reports an output in a folder for the state of runs, and an output at
  /// the path of the manifest's folder, or of a folder above it.
  private func overwrites(_ images: [ImagePlan]) -> [Diagnostic] {
    let read = sources(among: images)
    return listed(images) { path in
      let target = JobFolders.absolute(path, from: folders.output)
      if reserved.jobFiles.contains(target) { return "'\(path)' is a job file: change 'path'" }
      if reserved.locks.contains(target) { return "'\(path)' is the place of a job's lock: change 'path'" }
      if reserved.manifests.contains(target) {
        return "'\(path)' is a manifest's place too: change 'path' or 'manifest'"
      }
      if reserved.splits.contains(target) {
        return "'\(path)' is the place of a job's record of splits: change 'path'"
      }
      if let states = reserved.statesFolder(holding: target) {
        return "'\(path)' would lie in '\(states)', which is kept for the state of runs: change 'path'"
      }
      if let kind = filesBeside[target] { return "'\(path)' is \(kind) of this job: change 'path'" }
      if folders.manifest.utf8.starts(with: (target + "/").utf8) {
        return "'\(path)' would stand where the manifest's folder is: change 'path' or 'manifest'"
      }
      guard let source = read[target.hashValue], absolute(source: images[source]) == target else {
        return nil
      }
      return "'\(path)' would overwrite a source: change 'path', or set 'output_root' to another folder"
    }
  }

  /// Finds the sources that lie in the same folders as outputs. A key is the hash of a source's absolute
  /// path; its value is the source's index in `images`.
  private func sources(among images: [ImagePlan]) -> [Int: Int] {
    var written: Set<Int> = []
    forEachPlace(images) { _, path in
      written.insert(JobFolders.absolute(path, from: folders.output).parentFolder.hashValue)
    }
    var read: [Int: Int] = [:]
    for (place, image) in images.enumerated() {
      let path = absolute(source: image)
      if written.contains(path.parentFolder.hashValue) {
        read[path.hashValue] = read[path.hashValue] ?? place
      }
    }
    return read
  }

  /// The faults of outputs that the job's own patterns would match as sources in the next run.
  private func futureSources(_ images: [ImagePlan]) -> [Diagnostic] {
    listed(images) { path in
      pattern(matching: path).map {
        "'\(path)' would be a source of the next run, since '\($0)' matches it: write elsewhere, or add it to 'exclude'"
      }
    }
  }

  /// The job's pattern that would find the output at a planned path as a source; nil if none would. Two hashes stand for
  /// all in a path that needs a hash of the output: one of digits, one of letters.
  func pattern(matching path: String) -> String? {
    guard OutputPath.namesContent(path) else { return pattern(finding: path) }
    let hashes = ["00000000", "aaaaaaaa"]
    return hashes.lazy.compactMap { pattern(finding: OutputPath.named(path, by: $0)) }.first
  }

  private func pattern(finding path: String) -> String? {
    if let bucket = folders.bucket {
      return objects.pattern(matching: bucket.key(of: path), in: bucket.bucket)
    }
    let target = JobFolders.absolute(path, from: folders.output)
    return matcher.entry(matching: target.utf8).flatMap { job.sources[$0].pattern?.text }
  }

  /// A diagnostic for each output path in which `fault` finds a fault.
  private func listed(_ images: [ImagePlan], _ fault: (String) -> String?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    forEachPlace(images) { place, path in
      if let fault = fault(path) { found.append(diagnostic(place, images, fault)) }
    }
    return listed(found)
  }

  func listed(_ diagnostics: some Sequence<Diagnostic>) -> [Diagnostic] {
    var listed: [Diagnostic] = []
    var rest = 0
    for diagnostic in diagnostics {
      if listed.count < Self.most { listed.append(diagnostic) } else { rest += 1 }
    }
    if rest > 0 { listed.append(Diagnostic(file: file, at: nil, "\(rest) more of the last kind")) }
    return listed
  }

  func diagnostic(_ place: Place, _ images: [ImagePlan], _ message: String) -> Diagnostic {
    Diagnostic(file: file, at: job.entry(ofOutput: place.output, of: images[place.image]).location, message)
  }

  func path(_ place: Place, _ images: [ImagePlan]) -> String {
    images[place.image].outputs[place.output].path ?? ""
  }

  func source(_ place: Place, _ images: [ImagePlan]) -> String {
    let image = images[place.image]
    // Items of one source are neighbours.
    let shared = [place.image - 1, place.image + 1].contains {
      images.indices.contains($0) && images[$0].source.hasSameBytes(as: image.source)
    }
    return "'\(image.source)'" + (shared ? " (id '\(image.id)')" : "")
  }

  func absolute(source image: ImagePlan) -> String {
    folders.place(ofSource: image.source)
  }

  /// A key that is equal for names that differ only in case. Swift already compares Unicode forms as equal.
  ///
  /// `uppercased()` makes lowercase letters equal if they share a capital, such as s and the long s. The
  /// `lowercased()` before it turns the capital sharp s into the small sharp s, since only the small one
  /// becomes SS.
  static func folded(_ path: String) -> String { path.lowercased().uppercased().lowercased() }
}

extension String {
  /// The folders of a relative path, the innermost first.
  var folders: some Sequence<String> {
    sequence(state: self[...]) { path -> String? in
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      path = path[..<slash]
      return String(path)
    }
  }
}
