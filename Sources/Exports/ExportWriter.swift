import ImageModel
import JSON
import JobFile
import Planning
import Rendering
import State
import Survey
import System

/// Writes a job's `exports` for the outputs that were made.
package struct ExportWriter {
  private let job: JobSpec
  private let queue: ExportQueue
  private let store: SourceStore
  private let stop: StopRequest
  private let outputs: MadeOutputs
  private let categories: Categories

  /// Prepares to write the exports of `plan`. `outcome` returns the result of an image, and is called several times
  /// for each image. `store` has the archives from which exports carry members. After a stop request, writing ends
  /// with `Stopped`.
  package init(
    _ job: JobSpec, _ plan: BatchPlan, _ state: JobState, _ store: SourceStore, unless stop: StopRequest,
    outcome: @escaping (ImagePlan) throws -> ImageOutcome
  ) {
    self.stop = stop
    self.job = job
    self.store = store
    queue = ExportQueue(state)
    outputs = MadeOutputs(job: job, plan: plan, outcome: outcome)
    categories = Categories(plan)
  }

  /// Writes all changed files. Returns the paths of all files that serve many outputs, including unchanged
  /// files. The paths are relative to the output root.
  package func write() throws -> Set<ExactText> {
    var paths: Set<ExactText> = []
    for export in job.exports {
      for split in export.splits(of: job) {
        for path in try write(export, split) { paths.insert(ExactText(path)) }
      }
    }
    try queue.finish()
    return paths
  }

  /// Writes the shards of `export` for a shard of a frozen plan, which makes all outputs in them.
  package func writeShards(of export: Export) throws {
    for split in export.splits(of: job) {
      do {
        switch export.format {
        case .webdataset: try webDataset(export, split).writePart()
        case .zip: try zip(export, split).writePart()
        case .coco, .yolo, .voc, .hfImageFolder, .parquet, .yoloSeg, .yoloPose, .yoloOBB, .dota, .ultralytics,
          .srcset:
          return
        }
      } catch let error as SystemError {
        throw Halted(Halt(error, writing: export.format.rawValue))
      }
    }
  }

  private func write(_ export: Export, _ split: String?) throws -> [String] {
    let path = try export.file(split: split, job: job.name)
    do {
      switch export.format {
      case .coco:
        guard let path else { return [] }
        try writeCOCO(export, split, path)
      case .hfImageFolder:
        guard let path else { return [] }
        try writeMetadata(export, split, path)
      case .yolo, .voc, .yoloSeg, .yoloPose, .yoloOBB, .dota:
        if let path { try writeClasses(path) }
        try writeLabels(export, split)
      case .parquet:
        let content = try ParquetShards(export, split, job, queue, store, unless: stop, outputs)
        return try shards(content, export, split).write()
      case .webdataset: return try webDataset(export, split).write()
      case .zip: return try zip(export, split).write()
      case .ultralytics:
        guard let path else { return [] }
        var file = try ExportText(path, in: queue)
        try file.append(UltralyticsText.data(of: job, categories))
        try file.commit()
      case .srcset:
        guard let path else { return [] }
        try writeSrcset(split, path)
      }
    } catch let error as SystemError {
      throw Halted(Halt(error, writing: path ?? export.format.rawValue))
    }
    return path.map { [$0] } ?? []
  }

  private func webDataset(_ export: Export, _ split: String?) -> ExportShardWriter<WebDatasetShards> {
    shards(WebDatasetShards(export, split, job, queue, store), export, split)
  }

  private func zip(_ export: Export, _ split: String?) -> ExportShardWriter<ZipShards> {
    shards(ZipShards(queue), export, split)
  }

  private func shards<Content: ExportShardContent>(
    _ content: Content, _ export: Export, _ split: String?
  ) -> ExportShardWriter<Content> {
    ExportShardWriter(content, export, split, job, queue, unless: stop, outputs)
  }

  private func writeCOCO(_ export: Export, _ split: String?, _ path: String) throws {
    var file = try ExportText(path, in: queue)
    try file.append(COCOText.head(job: job.name, categories))
    var image = 0
    try outputs.forEach(in: split) { output in
      image += 1
      try file.append(COCOText.image(image, output))
    }
    try file.append(COCOText.middle)
    var box = 0
    image = 0
    try outputs.forEach(in: split) { output in
      image += 1
      for shown in output.boxes(minVisible: export.minVisible) {
        box += 1
        let category = categories.number(of: shown.category)
        try file.append(COCOText.annotation(box, image: image, category: category, shown))
      }
    }
    try file.append(COCOText.tail)
    try file.commit()
  }

  private func writeMetadata(_ export: Export, _ split: String?, _ path: String) throws {
    var file = try ExportText(path, in: queue)
    let folder = path.dropLast("metadata.jsonl".count)
    let columns = SampleColumns(export, split, job, store)
    var isEmpty = true
    func nameInFolder(_ path: String) -> String? {
      guard path.utf8.starts(with: folder.utf8) else { return nil }
      return String(Substring(path.utf8.dropFirst(folder.utf8.count)))
    }
    try outputs.forEach(in: split) { output in
      try stop.check()
      guard let name = nameInFolder(output.path) else { return }
      let boxes = job.hasBoxes ? output.boxes(minVisible: export.minVisible) : nil
      let fields = try columns.fields(of: output)
      let text = MetadataText(
        name: name, mask: output.mask.flatMap(nameInFolder), output: output, columns: fields, boxes: boxes,
        shapes: job.shapes)
      try file.append(JSONText.encode(text) + "\n")
      isEmpty = false
    }
    // Loaders treat an empty file as an error.
    if isEmpty { try queue.remove(path) } else { try file.commit() }
  }

  private func writeSrcset(_ split: String?, _ path: String) throws {
    var file = try ExportText(path, in: queue)
    try file.append(SrcsetText.head)
    var isFirst = true
    try outputs.forEachImage(in: split) { place, outcome in
      let made = outcome.outputs.indices.compactMap { index in
        outcome.outputs[index].error == nil ? outputs.output(index, ofImage: place, outcome) : nil
      }
      for picture in SrcsetText.pictures(of: made, outcome, job) {
        try file.append((isFirst ? "\n" : ",\n") + JSONText.encode(picture))
        isFirst = false
      }
    }
    try file.append(SrcsetText.tail)
    try file.commit()
  }

  private func writeClasses(_ path: String) throws {
    var file = try ExportText(path, in: queue)
    for name in categories.names { try file.append(LabelText.oneLine(name) + "\n") }
    try file.commit()
  }

  private func writeLabels(_ export: Export, _ split: String?) throws {
    try outputs.forEach(in: split) { output in
      guard let path = export.format.labelPath(ofOutput: output.path) else { return }
      let boxes = output.boxes(minVisible: export.minVisible)
      try queue.write(Array(labels(export.format, boxes, output).utf8), at: path)
    }
  }

  /// The text of the file that holds the objects of one output.
  private func labels(_ format: ExportFormat, _ boxes: [ShownBox], _ output: MadeOutput) -> String {
    let size = output.size
    return switch format {
    case .yoloSeg: LabelText.segments(boxes, size: size, number: categories.number)
    case .yoloPose:
      LabelText.poses(boxes, keypoints: categories.mostKeypoints, size: size, number: categories.number)
    case .yoloOBB: LabelText.orientedBoxes(boxes, size: size, number: categories.number)
    case .dota: LabelText.dota(boxes)
    case .voc: LabelText.voc(boxes, output)
    case .yolo, .coco, .hfImageFolder, .webdataset, .parquet, .zip, .ultralytics, .srcset:
      LabelText.yolo(boxes, size: size, number: categories.number)
    }
  }
}
