import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import Survey
import System

/// Tar shards of WebDataset. A sample's members have one key, and follow each other in the tar file: a picture, its
/// mask, its JSON, its caption, and the members that are carried from an archive.
struct WebDatasetShards: ExportShardContent {
  private let export: Export
  private let split: String?
  private let shapes: Set<ShapeKind>
  private let queue: ExportQueue
  private let reader: CarriedReader
  private let columns: SampleColumns
  /// True if sources of the job have captions.
  private let hasCaptions: Bool

  init(_ export: Export, _ split: String?, _ job: JobSpec, _ queue: ExportQueue, _ store: SourceStore) {
    (self.export, self.split, self.queue, shapes) = (export, split, queue, job.shapes)
    reader = CarriedReader(store)
    columns = SampleColumns(export, split, job, store)
    hasCaptions = job.sources.contains { $0.captions != nil }
  }

  var emptyBytes: Int { TarFile.tail }

  var recipe: [UInt8] { [] }

  func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int {
    var bytes = TarFile.room(output.picture, file.bytes)
    if let mask = try queue.mask(over: output) { bytes += TarFile.room(output.maskMember, mask.file.bytes) }
    bytes += TarFile.room(output.description, try text(of: output, columns.fields(of: output)).count)
    if let caption = caption(of: output) { bytes += TarFile.room(output.member("txt"), caption.count) }
    for ending in output.carriedFiles {
      bytes += TarFile.room(output.member(ending), try reader.count(ending, of: output))
    }
    return bytes
  }

  func recipe(of output: MadeOutput, _ file: FileIdentity) throws -> [UInt8] {
    let mask = try queue.mask(over: output).map { "mask \($0.file.recipe)" } ?? ""
    let line = "\(output.picture)\n\(file.recipe)\(mask)"
    let member = caption(of: output).map { Array("txt \($0.count)\n".utf8) } ?? []
    return Array(line.utf8) + (try text(of: output, output.columns)) + member + output.carriedRecipe
  }

  func write(_ outputs: ShardOutputs, to number: Int32) throws {
    let tar = try TarFile(to: number)
    try outputs.forEach { output, file in
      try tar.add(output.picture, file.bytes, of: try queue.outputs.open(output.path))
      if let mask = try queue.mask(over: output) {
        try tar.add(output.maskMember, mask.file.bytes, of: try queue.outputs.open(mask.path))
      }
      try tar.add(output.description, text(of: output, columns.fields(of: output)))
      if let caption = caption(of: output) { try tar.add(output.member("txt"), caption) }
      for ending in output.carriedFiles {
        try tar.add(output.member(ending), reader.read(ending, of: output))
      }
    }
    try tar.close()
  }

  /// The caption of an output, as UTF-8; nil if it has none, or if its sample has such a member already.
  private func caption(of output: MadeOutput) -> [UInt8]? {
    guard hasCaptions, !output.carriedFiles.contains("txt"), let columns = output.columns,
      let fields = try? JSONValue(line: ("{".utf8 + columns + "}".utf8)[...])
    else { return nil }
    return fields[CarriedColumns.caption]?.text.map { Array($0.utf8) }
  }

  private func text(of output: MadeOutput, _ columns: ArraySlice<UInt8>?) throws -> [UInt8] {
    let boxes = output.boxes(minVisible: export.minVisible)
    let text = SampleText(output: output, split: split, boxes: boxes, shapes: shapes, columns: columns)
    return Array(try JSONText.encode(text).utf8)
  }
}

extension MadeOutput {
  /// The name of the sample's picture. Loaders tell the picture's format by the extension.
  fileprivate var picture: String { member(pictureEnding) }
  /// The name of the sample's mask.
  fileprivate var maskMember: String { member("mask.png") }
  /// The name of the sample's JSON.
  fileprivate var description: String { member("json") }

  /// The endings of the members that are files of the sample. The sample's JSON has the fields of a carried JSON.
  fileprivate var carriedFiles: [String] {
    carried.filter { !$0.isJSON && $0.lowercased() != pictureEnding }
  }

  private var pictureEnding: String { image.outputs[index].format?.extensions.first ?? "jpg" }

  fileprivate func member(_ ending: String) -> String { "\(SampleKey.of(path)).\(ending)" }
}
