/// Checks that a job makes all parts of a data set of Ultralytics.
extension JobReader {
  /// Reports exports of `ultralytics` that a loader couldn't use. `fields` are those of the top level.
  mutating func checkUltralytics(_ fields: Fields, _ job: JobSpec) {
    for export in job.exports where export.format == .ultralytics {
      for fault in [labelFault(job), splitFault(fields, job), folderFault(fields, job)] {
        if let fault { report(export.location, "'ultralytics' needs \(fault)") }
      }
    }
  }

  private func labelFault(_ job: JobSpec) -> String? {
    job.exports.contains { [.yolo, .yoloSeg, .yoloPose, .yoloOBB].contains($0.format) }
      ? nil : "an entry of 'exports' with 'format: yolo', which writes the labels"
  }

  private func splitFault(_ fields: Fields, _ job: JobSpec) -> String? {
    let needed = "'split' with the names train and val (or validation), and perhaps test"
    guard let split = job.split else { return fields.has("split") || fields.isCut ? nil : needed }
    let keys = split.parts.map { UltralyticsSplit(name: $0.name) }
    if let place = keys.firstIndex(of: nil) { return "\(needed), not '\(split.parts[place].name.shortened)'" }
    let isWhole = keys.contains(.train) && keys.contains(.val) && Set(keys).count == keys.count
    return isWhole ? nil : needed
  }

  private func folderFault(_ fields: Fields, _ job: JobSpec) -> String? {
    if !job.pictureFolders(ofSplit: "train").isEmpty || !areAllRead(job.outputs, job.exports, fields) {
      return nil
    }
    return
      "an output in a folder 'images' whose path has a folder of each split, as \"images/{split}/{stem}.jpg\""
  }
}
