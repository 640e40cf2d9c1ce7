import ImageModel
import JobFile

/// What the files of `exports` may not be: one of another's, or one that is read.
extension PlanChecks {
  /// All that is wrong with them.
  func exports(_ images: [ImagePlan]) -> [Diagnostic] {
    if job.exports.isEmpty { return [] }
    var refusals: [Diagnostic] = []
    var taken = taken(images)
    for export in job.exports {
      let file = export.splits(of: job).lazy.compactMap { export.file(split: $0, job: job.name) }
      refusals += told(file.compactMap { fault(of: $0, export, &taken) })
      refusals += told(labels(export, images).compactMap { fault(of: $0, export, &taken) })
    }
    if let shards = job.exports.first(where: { $0.format == .webdataset }) {
      refusals += sampleKeys(images, shards)
    }
    return refusals
  }

  /// What stands where files go: what it is by its absolute path.
  private func taken(_ images: [ImagePlan]) -> [ExactText: String] {
    var taken: [ExactText: String] = [:]
    forEachPlace(images) { _, path in
      taken[ExactText(JobFolders.absolute(path, from: folders.output))] = "an output"
    }
    for image in images { taken[ExactText(absolute(source: image))] = "a source" }
    for path in reserved.jobFiles { taken[ExactText(path)] = "a job file" }
    for path in reserved.manifests { taken[ExactText(path)] = "a manifest" }
    return taken
  }

  /// The files beside the outputs.
  private func labels(_ export: Export, _ images: [ImagePlan]) -> [String] {
    var labels: [String] = []
    forEachPlace(images) { _, path in
      if let label = export.format.labelPath(ofOutput: path) { labels.append(label) }
    }
    return labels
  }

  private func fault(of path: String, _ export: Export, _ taken: inout [ExactText: String]) -> Diagnostic? {
    let target = JobFolders.absolute(path, from: folders.output)
    let format = export.format.rawValue
    if let other = taken.updateValue("a file of '\(format)'", forKey: ExactText(target)) {
      return Diagnostic(
        file: file, at: export.location, "'\(path)', which '\(format)' writes, is \(other) too: change 'path'"
      )
    }
    guard let read = annotations(at: target) else { return nil }
    return Diagnostic(
      file: file, at: export.location,
      "'\(path)', which '\(format)' writes, would be read as one of the annotations in '\(read)': write elsewhere"
    )
  }

  /// The `annotations` of which a file would be one.
  private func annotations(at path: String) -> String? {
    for case .annotations(let source) in job.sources.map(\.files) {
      let place = JobFolders.absolute(source.path, from: folders.base)
      if path.hasSameBytes(as: place) || path.utf8.starts(with: (place + "/").utf8) { return source.path }
    }
    return nil
  }

  /// Samples that loaders couldn't tell apart.
  private func sampleKeys(_ images: [ImagePlan], _ export: Export) -> [Diagnostic] {
    var keys: [ExactText: String] = [:]
    var refusals: [Diagnostic] = []
    forEachPlace(images) { place, path in
      if path.utf8.suffix(4).elementsEqual(".tar".utf8) {
        return refusals.append(diagnostic(place, "'\(path)' ends as shards do: change 'path'"))
      }
      let key = SampleKey.of(path)
      guard let other = keys.updateValue(path, forKey: ExactText(key)) else { return }
      refusals.append(
        diagnostic(
          place, "'\(other)' and '\(path)' would both be the sample '\(key)' in shards: change 'path'"))
    }
    return told(refusals)
  }
}
