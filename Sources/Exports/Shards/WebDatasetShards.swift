import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import Survey
import System

/// Tar shards of WebDataset. A sample's members have one key, and follow each other in the tar file: a picture, its JSON,
/// and the members that are carried from an archive.
struct WebDatasetShards: ExportShardContent {
  private let export: Export
  private let split: String?
  private let queue: ExportQueue
  private let reader: CarriedReader
  private let columns: SampleColumns

  init(_ export: Export, _ split: String?, _ job: JobSpec, _ queue: ExportQueue, _ store: SourceStore) {
    (self.export, self.split, self.queue) = (export, split, queue)
    reader = CarriedReader(store)
    columns = SampleColumns(export, split, job, store)
  }

  var emptyBytes: Int { TarFile.tail }

  var recipe: [UInt8] { [] }

  func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int {
    var bytes = TarFile.room(output.picture, file.bytes)
    bytes += TarFile.room(output.description, try text(of: output, columns.fields(of: output)).count)
    for ending in output.carriedFiles {
      bytes += TarFile.room(output.member(ending), try reader.count(ending, of: output))
    }
    return bytes
  }

  func recipe(of output: MadeOutput, _ file: FileIdentity) throws -> [UInt8] {
    let line = "\(output.picture)\n\(file.bytes) \(file.modified) \(file.inode)\n"
    return Array(line.utf8) + (try text(of: output, output.columns)) + output.carriedRecipe
  }

  func write(_ outputs: ShardOutputs, to number: Int32) throws {
    let tar = try TarFile(to: number)
    try outputs.forEach { output, file in
      try tar.add(output.picture, file.bytes, of: try queue.outputs.open(output.path))
      try tar.add(output.description, text(of: output, columns.fields(of: output)))
      for ending in output.carriedFiles {
        try tar.add(output.member(ending), reader.read(ending, of: output))
      }
    }
    try tar.close()
  }

  private func text(of output: MadeOutput, _ columns: ArraySlice<UInt8>?) throws -> [UInt8] {
    let boxes = output.boxes(minVisible: export.minVisible)
    let text = SampleText(output: output, split: split, boxes: boxes, columns: columns)
    return Array(try JSONText.encode(text).utf8)
  }
}

extension MadeOutput {
  /// The name of the sample's picture. Loaders tell the picture's format by the extension.
  fileprivate var picture: String { member(pictureEnding) }
  /// The name of the sample's JSON.
  fileprivate var description: String { member("json") }

  /// The endings of the members that are files of the sample. The sample's JSON has the fields of a carried JSON.
  fileprivate var carriedFiles: [String] {
    carried.filter { !$0.isJSON && $0.lowercased() != pictureEnding }
  }

  private var pictureEnding: String { image.outputs[index].format?.extensions.first ?? "jpg" }

  fileprivate func member(_ ending: String) -> String { "\(SampleKey.of(path)).\(ending)" }
}
