import ImageModel
import JobFile

/// What a plan may not do as a whole, whatever each of its images may: write one file twice, or over what it reads.
package struct PlanChecks {
  let job: JobSpec
  let folders: JobFolders
  let file: String
  let matcher: SourceMatcher
  let reserved: ReservedPlaces
  let annotationFiles: Set<String>
  /// Findings of one kind that are told; a job that goes wrong goes wrong many times in the same way.
  private static let most = 5

  /// Checks for `job`, which the user calls `file`; `matcher` knows which paths the job's patterns take, `annotationFiles`
  /// are absolute paths.
  package init(
    _ job: JobSpec, _ folders: JobFolders, file: String, matcher: SourceMatcher, reserved: ReservedPlaces,
    annotationFiles: Set<String> = []
  ) {
    self.annotationFiles = annotationFiles
    self.matcher = matcher
    self.reserved = reserved
    self.job = job
    self.folders = folders
    self.file = file
  }

  /// All that is wrong with `images`.
  package func refusals(_ images: [ImagePlan]) -> [Diagnostic] {
    manifest() + collisions(images) + overwrites(images) + foldersInTheWay(images) + futureSources(images)
      + exports(images)
  }

  /// A manifest where it can't stay.
  private func manifest() -> [Diagnostic] {
    let message: String
    if reserved.jobFiles.contains(folders.manifest) {
      message = "the manifest would overwrite a job file: change 'manifest'"
    } else if reserved.locks.contains(folders.manifest) {
      message = "the manifest would overwrite a job's lock: change 'manifest'"
    } else if JobFolders.isInStateFolder(folders.manifest) {
      message = "the manifest would lie in '.upright', which is kept for the state of runs: change 'manifest'"
    } else {
      return []
    }
    return [Diagnostic(file: file, at: job.manifest?.location, message)]
  }

  /// An output of one image. There is one for each of a plan's, so that it is kept small.
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

  /// Calls `body` with the place and path of each output that has one.
  func forEachPlace(_ images: [ImagePlan], _ body: (Place, String) -> Void) {
    for (number, image) in images.enumerated() {
      for (index, output) in image.outputs.enumerated() {
        if let path = output.path { body(Place(image: number, output: index), path) }
      }
    }
  }

  /// Two outputs of one name. Names that differ only in case or Unicode form are one on some file systems.
  private func collisions(_ images: [ImagePlan]) -> [Diagnostic] {
    var keys: [(hash: Int, place: Place)] = []
    keys.reserveCapacity(images.reduce(0) { $0 + $1.outputs.count })
    forEachPlace(images) { keys.append((Self.folded($1).hashValue, $0)) }
    keys.sort { $0.hash < $1.hash || $0.hash == $1.hash && $0.place < $1.place }
    let pairs = zip(keys, keys.dropFirst()).lazy.filter { one, other in
      one.hash == other.hash && Self.folded(path(one.place, images)) == Self.folded(path(other.place, images))
    }
    // Hash values differ from run to run, and so does their order.
    return told(
      pairs.map { ($0.place, $1.place) }.sorted { $0.1 < $1.1 }.lazy.map { collision($0, $1, images) })
  }

  private func collision(_ first: Place, _ second: Place, _ images: [ImagePlan]) -> Diagnostic {
    let names = [path(first, images), path(second, images)]
    let target =
      names[0].hasSameBytes(as: names[1])
      ? "'\(names[0])'"
      : "'\(names[0])' and '\(names[1])', one file where case or Unicode form doesn't count,"
    if first.image == second.image, first.output % job.outputs.count == second.output % job.outputs.count {
      return diagnostic(
        second,
        "\(target) would be written for several boxes of \(source(first, images)): add {box_index} to 'path'")
    }
    if first.image == second.image {
      let line = job.entry(ofOutput: first.output).location.line
      return diagnostic(
        second,
        "\(target) would be written twice for \(source(first, images)), by the output in line \(line) too: change one 'path'"
      )
    }
    return diagnostic(
      second,
      "\(target) would be written for both \(source(first, images)) and \(source(second, images)): add {dir}, {id}, {index} or {hash8} to 'path'"
    )
  }

  /// Outputs that are a source, a job file, a lock or a manifest.
  private func overwrites(_ images: [ImagePlan]) -> [Diagnostic] {
    let read = sources(among: images)
    return told(images) { place, path in
      let target = JobFolders.absolute(path, from: folders.output)
      if reserved.jobFiles.contains(target) {
        return diagnostic(place, "'\(path)' is a job file: change 'path'")
      }
      if reserved.locks.contains(target) {
        return diagnostic(place, "'\(path)' is the place of a job's lock: change 'path'")
      }
      if reserved.manifests.contains(target) {
        return diagnostic(place, "'\(path)' is a manifest's place too: change 'path' or 'manifest'")
      }
      if annotationFiles.contains(target) {
        return diagnostic(place, "'\(path)' is an annotation file of this job: change 'path'")
      }
      if folders.manifest.utf8.starts(with: (target + "/").utf8) {
        return diagnostic(
          place, "'\(path)' would stand where the manifest's folder is: change 'path' or 'manifest'")
      }
      guard let source = read[target.hashValue], absolute(source: images[source]) == target else {
        return nil
      }
      return diagnostic(
        place, "'\(path)' would overwrite a source: change 'path', or set 'output_root' to another folder")
    }
  }

  /// The places of the sources that lie where outputs go, by the hash values of their paths.
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

  /// Outputs that are a folder of others.
  private func foldersInTheWay(_ images: [ImagePlan]) -> [Diagnostic] {
    let files = filesNamedLikeFolders(images)
    var seen: Set<Int> = []
    return told(images) { place, path in
      for name in path.folders {
        guard seen.insert(name.hashValue).inserted else { return nil }
        if let file = files[name.hashValue], self.path(file, images) == name {
          return diagnostic(place, "'\(name)' is both an output and the folder of '\(path)': change 'path'")
        }
      }
      return nil
    }
  }

  /// The first output of each name whose hash value is that of a folder of outputs.
  private func filesNamedLikeFolders(_ images: [ImagePlan]) -> [Int: Place] {
    var folders: Set<Int> = []
    forEachPlace(images) { _, path in
      for name in path.folders {
        // The folders that a known one lies in are known too.
        guard folders.insert(name.hashValue).inserted else { return }
      }
    }
    var files: [Int: Place] = [:]
    forEachPlace(images) { place, path in
      if folders.contains(path.hashValue) { files[path.hashValue] = files[path.hashValue] ?? place }
    }
    return files
  }

  /// Outputs that the job's own patterns would take for sources next time.
  private func futureSources(_ images: [ImagePlan]) -> [Diagnostic] {
    told(images) { place, path in
      let target = JobFolders.absolute(path, from: folders.output)
      guard let entry = matcher.entry(matching: target.utf8),
        case .glob(let pattern) = job.sources[entry].files
      else {
        return nil
      }
      return diagnostic(
        place,
        "'\(path)' would be a source of the next run, since '\(pattern.text)' matches it: write elsewhere, or add it to 'exclude'"
      )
    }
  }

  /// What `check` finds wrong with the outputs.
  private func told(_ images: [ImagePlan], _ check: (Place, String) -> Diagnostic?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    forEachPlace(images) { place, path in if let fault = check(place, path) { found.append(fault) } }
    return told(found)
  }

  func told(_ diagnostics: some Sequence<Diagnostic>) -> [Diagnostic] {
    var told: [Diagnostic] = []
    var rest = 0
    for diagnostic in diagnostics {
      if told.count < Self.most { told.append(diagnostic) } else { rest += 1 }
    }
    if rest > 0 { told.append(Diagnostic(file: file, at: nil, "\(rest) more of the last kind")) }
    return told
  }

  func diagnostic(_ place: Place, _ message: String) -> Diagnostic {
    Diagnostic(file: file, at: job.entry(ofOutput: place.output).location, message)
  }

  private func path(_ place: Place, _ images: [ImagePlan]) -> String {
    images[place.image].outputs[place.output].path ?? ""
  }

  private func source(_ place: Place, _ images: [ImagePlan]) -> String {
    let image = images[place.image]
    // Items of one source are neighbours.
    let shared = [place.image - 1, place.image + 1].contains {
      images.indices.contains($0) && images[$0].source.hasSameBytes(as: image.source)
    }
    return "'\(image.source)'" + (shared ? " (id '\(image.id)')" : "")
  }

  func absolute(source image: ImagePlan) -> String {
    JobFolders.absolute(image.source, from: folders.base)
  }

  /// Equal for names that differ in case only; Unicode forms are equal in any String.
  ///
  /// Capitals in between make one of letters such as the two s, of which the capital sharp s must be small first.
  static func folded(_ path: String) -> String { path.lowercased().uppercased().lowercased() }
}

extension String {
  /// The folders that a relative path goes through, the innermost first.
  var folders: some Sequence<String> {
    sequence(state: self[...]) { path -> String? in
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      path = path[..<slash]
      return String(path)
    }
  }
}
