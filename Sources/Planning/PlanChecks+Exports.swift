import ImageModel
import JobFile

/// Checks the paths of the files that `exports` writes. No such path may be the path of another file of the
/// job, or of a file that the job reads.
extension PlanChecks {
  /// Reports faulty paths of the files that `exports` writes, and faults of the samples in shards of an export.
  func exports(_ images: [ImagePlan]) -> [Diagnostic] {
    if job.exports.isEmpty { return [] }
    var places = ExportPlaces(folders, filesBeside, reserved, images)
    let sharded = job.exports.filter(\.hasShards)
    let endings = Set(sharded.map(\.format.ending)).sorted()
    let series = Set(sharded.flatMap(files).compactMap { (try? $0.get())?.withoutNumbers })
    var refusals = names(images, endings)
    for export in job.exports {
      let faults = files(export) + labels(export, images)
      refusals += listed(
        faults.compactMap { file in
          let fault = fault(of: file, export, endings, series, &places)
          return fault.map { Diagnostic(file: self.file, at: export.location, $0) }
        })
    }
    return refusals
  }

  /// For each exported file that serves many outputs: its path, or the reason why the path is impossible.
  /// Only the first shard of a series is listed.
  private func files(_ export: Export) -> [Result<String, ImageError>] {
    export.splits(of: job).compactMap { split in
      do throws(ImageError) { return try export.file(split: split, job: job.name).map { .success($0) } } catch
      {
        return .failure(error)
      }
    }
  }

  /// The paths of the annotation files that describe one output each.
  private func labels(_ export: Export, _ images: [ImagePlan]) -> [Result<String, ImageError>] {
    var labels: [Result<String, ImageError>] = []
    forEachPlace(images) { place, path in
      if !isExported(place, images) { return }
      if let label = export.format.labelPath(ofOutput: path) { labels.append(.success(label)) }
    }
    return labels
  }

  /// False for an output that shows a mask file: no export lists it.
  private func isExported(_ place: Place, _ images: [ImagePlan]) -> Bool {
    images[place.image].outputs[place.output].mask == nil
  }

  private func fault(
    of file: Result<String, ImageError>, _ export: Export, _ endings: [String], _ series: Set<String>,
    _ places: inout ExportPlaces
  ) -> String? {
    let path: String
    switch file {
    case .failure(let error): return error.finding.message
    case .success(let name): path = name
    }
    let format = export.format.rawValue
    let subject = "'\(path)', which '\(format)' writes,"
    if let other = places.take(path, as: "a file of '\(format)'") {
      return "\(subject) \(other): change 'path'"
    }
    // A single file of a format with shards has their ending, but must have no name of a series.
    if !export.hasShards, path.ends(withOneOf: endings),
      !export.format.canHaveShards || series.contains(path.withoutNumbers)
    {
      return "\(subject) ends as shards do: change 'path'"
    }
    let target = JobFolders.absolute(path, from: folders.output)
    if let states = reserved.statesFolder(holding: target) {
      return "\(subject) would lie in '\(states)', which is kept for the state of runs: change 'path'"
    }
    if let read = annotations(at: target) {
      return "\(subject) would be read as one of the annotations in '\(read)': write elsewhere"
    }
    return pattern(matching: path).map {
      "\(subject) would be a source of the next run, since '\($0)' matches it: write elsewhere"
    }
  }

  /// The `annotations` path of the first entry of `sources` that would read the file at `path`; nil if none
  /// would.
  private func annotations(at path: String) -> String? {
    for case .annotations(let source) in job.sources.map(\.files) {
      let place = JobFolders.absolute(source.path, from: folders.base)
      if path.utf8.starts(with: (place + "/").utf8) { return source.path }
    }
    return nil
  }

  /// Reports outputs whose samples in WebDataset have equal keys, and outputs whose path ends as shards do.
  private func names(_ images: [ImagePlan], _ endings: [String]) -> [Diagnostic] {
    if endings.isEmpty { return [] }
    let hasSamples = job.exports.contains { $0.format == .webdataset }
    var keys: [ExactText: String] = [:]
    var refusals: [Diagnostic] = []
    forEachPlace(images) { place, path in
      if path.ends(withOneOf: endings) {
        return refusals.append(diagnostic(place, images, "'\(path)' ends as shards do: change 'path'"))
      }
      guard hasSamples, isExported(place, images) else { return }
      let key = SampleKey.of(path)
      guard let other = keys.updateValue(path, forKey: ExactText(key)) else { return }
      refusals.append(
        diagnostic(
          place, images, "'\(other)' and '\(path)' would both be the sample '\(key)' in shards: change 'path'"
        ))
    }
    return listed(refusals)
  }
}

extension String {
  /// The text with a `#` in place of each number that may be that of a shard, so all shards of a series are equal.
  fileprivate var withoutNumbers: String {
    var kept = ""
    var rest = self[...]
    while let first = rest.first {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      kept += digits.isEmpty ? String(first) : digits.count < 6 ? String(digits) : "#"
      rest = rest.dropFirst(max(1, digits.count))
    }
    return kept
  }

  fileprivate func ends(withOneOf endings: [String]) -> Bool {
    endings.contains { utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}

extension ExportFormat {
  /// The end of the paths of shards.
  fileprivate var ending: String { self == .webdataset ? ".tar" : "." + rawValue }
}
