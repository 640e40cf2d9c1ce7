import ImageModel
import JobFile
import System

/// Finds outputs that share a path, and outputs whose path is the folder of another output.
extension PlanChecks {
  /// With `on_collision: fail_rows`, gives each colliding output an error. Otherwise does nothing.
  package func failCollisions(_ images: inout [ImagePlan]) {
    guard job.onCollision == .failRows else { return }
    let pairs = collidingPairs(images)
    var faults: [(Place, String)] = []
    for (first, second) in pairs {
      let message = collision(first, second, images)
      faults += [(first, message), (second, message)]
    }
    faults += blockers(images).map { ($0.file, $0.message) }
    for (place, message) in faults where images[place.image].outputs[place.output].error == nil {
      images[place.image].outputs[place.output].error = Finding(.collision, message)
    }
  }

  /// Reports outputs with the same path, and adds a hint at `on_collision: fail_rows`.
  func collisions(_ images: [ImagePlan]) -> [Diagnostic] {
    listed(
      collidingPairs(images).lazy.map { first, second in
        diagnostic(
          second, images,
          collision(first, second, images) + ", or set 'on_collision: fail_rows' to fail only these rows")
      })
  }

  /// The pairs of outputs with the same path. Each output is paired only with the next output of this path.
  /// Names that differ only in case or Unicode form count as equal, as on some file systems. A path with a hash
  /// of its output counts as equal to each path that the hash could make of it.
  private func collidingPairs(_ images: [ImagePlan]) -> [(Place, Place)] {
    var keys: [(hash: Int, place: Place)] = []
    keys.reserveCapacity(images.reduce(0) { $0 + $1.outputs.count })
    forEachPlace(images) { keys.append((Self.folded($1).hashValue, $0)) }
    keys.sort { $0.hash < $1.hash || $0.hash == $1.hash && $0.place < $1.place }
    let pairs = zip(keys, keys.dropFirst()).lazy.filter { one, other in
      one.hash == other.hash && Self.folded(path(one.place, images)) == Self.folded(path(other.place, images))
    }
    var found = pairsByContent(images)
    for (one, other) in pairs { found.append((one.place, other.place)) }
    // The pairs are sorted by place, because hash values and their order differ from run to run.
    return found.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// The pairs of an output whose path has a hash of its bytes, and an output whose path the hash could make.
  /// Only jobs with paths of both kinds pay for the search.
  private func pairsByContent(_ images: [ImagePlan]) -> [(Place, Place)] {
    let naming = job.outputs.count(where: { $0.template.uses(.content) })
    guard naming > 0, naming < job.outputs.count else { return [] }
    // The paths with a hash, by the hash values of these texts: smaller than the texts.
    var named: [Int: Place] = [:]
    forEachPlace(images) { place, path in
      guard OutputPath.namesContent(path) else { return }
      let key = Self.folded(path).hashValue
      named[key] = named[key] ?? place
    }
    var pairs: [(Place, Place)] = []
    forEachPlace(images) { place, path in
      if OutputPath.namesContent(path) { return }
      for planned in OutputPath.plannedPaths(behind: Self.folded(path)) {
        guard let other = named[planned.hashValue], Self.folded(self.path(other, images)) == planned else {
          continue
        }
        pairs.append(place < other ? (place, other) : (other, place))
      }
    }
    return pairs
  }

  private func collision(_ first: Place, _ second: Place, _ images: [ImagePlan]) -> String {
    let names = [path(first, images), path(second, images)]
    let isByContent = OutputPath.namesContent(names[0]) != OutputPath.namesContent(names[1])
    let reason =
      isByContent
      ? "one file if {content8} has the digits in its place"
      : "one file where case or Unicode form doesn't count"
    let target =
      names[0].hasSameBytes(as: names[1]) ? "'\(names[0])'" : "'\(names[0])' and '\(names[1])', \(reason),"
    let source = source(first, images)
    if first.image != second.image {
      let advice = isByContent ? "change one 'path'" : "add \(telling(first, second, images)) to 'path'"
      return "\(target) would be written for both \(source) and \(self.source(second, images)): \(advice)"
    }
    let entries = [first, second].map { job.entryIndex(ofOutput: $0.output, of: images[$0.image]) }
    if entries[0] == entries[1] {
      if images[first.image].isTiled {
        return "\(target) would be written for several tiles of \(source): add {row} and {col} to 'path'"
      }
      return "\(target) would be written for several boxes of \(source): add {box_index} to 'path'"
    }
    let line = job.outputs[entries[0]].location.line
    let isSmall = [first, second].allSatisfy { place in
      job.entry(ofOutput: place.output, of: images[place.image]).template.usesSize
        && images[place.image].outputs[place.output].warnings.contains { $0.code == .notEnlarged }
    }
    let advice =
      isSmall
      ? "the picture is smaller than both sizes: in place of {width} or {height}, write the size that is asked for"
      : "change one 'path'"
    return "\(target) would be written twice for \(source), by the output in line \(line) too: \(advice)"
  }

  /// The variables that would make the paths of two sources different.
  private func telling(_ first: Place, _ second: Place, _ images: [ImagePlan]) -> String {
    let values = [first, second].map { place in
      let image = images[place.image]
      var values = PathTemplate.Values(
        matcher.item(at: image.source), id: image.id(ofOutput: place.output), index: image.index, hash8: "",
        job: job.name)
      values.page = image.page ?? 0
      return values
    }
    func differ(_ variable: PathTemplate.Variable) -> Bool {
      Self.folded(values[0][variable]) != Self.folded(values[1][variable])
    }
    let names = values.map { $0.id.withoutPage($0.page) }
    let hasOwnIDs = zip(names, values).contains { !$0.hasSameBytes(as: $1.stem) }
    let isOneSource = images[first.image].source.hasSameBytes(as: images[second.image].source)
    let variables: [PathTemplate.Variable] =
      if hasOwnIDs && Self.folded(names[0]) != Self.folded(names[1]) {
        [.id]
      } else if isOneSource && differ(.page) {
        [.page]
      } else if differ(.dir) {
        [.dir]
      } else if differ(.stem) {
        [.stem, .name]
      } else {
        differ(.ext) ? [.ext, .name] : [.index, .hash8]
      }
    return variables.map { "{\($0.rawValue)}" }.joined(separator: " or ")
  }

  /// Reports outputs whose path is the folder of another output.
  func foldersInTheWay(_ images: [ImagePlan]) -> [Diagnostic] {
    listed(blockers(images).lazy.map { diagnostic($0.place, images, $0.message) })
  }

  /// Each output `file` whose path is also a folder, with another output, `place`, that lies in this folder.
  private func blockers(_ images: [ImagePlan]) -> [(file: Place, place: Place, message: String)] {
    let files = filesNamedLikeFolders(images)
    var seen: Set<Int> = []
    var blockers: [(Place, Place, String)] = []
    forEachPlace(images) { place, path in
      for name in path.folders {
        guard seen.insert(name.hashValue).inserted else { return }
        if let file = files[name.hashValue], self.path(file, images) == name {
          return blockers.append(
            (file, place, "'\(name)' is both an output and the folder of '\(path)': change 'path'"))
        }
      }
    }
    return blockers
  }

  /// The outputs whose path may be a folder of other outputs, by the hash of the path. Among outputs with
  /// equal hashes, only the first is listed.
  private func filesNamedLikeFolders(_ images: [ImagePlan]) -> [Int: Place] {
    var folders: Set<Int> = []
    forEachPlace(images) { _, path in
      for name in path.folders {
        // The parents of a known folder are known too.
        guard folders.insert(name.hashValue).inserted else { return }
      }
    }
    var files: [Int: Place] = [:]
    forEachPlace(images) { place, path in
      if folders.contains(path.hashValue) { files[path.hashValue] = files[path.hashValue] ?? place }
    }
    return files
  }
}
