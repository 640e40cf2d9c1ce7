import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import Survey
import System

/// Tar shards of WebDataset. A sample's members have one key, and follow each other in the tar file: a picture and its JSON.
struct WebDatasetShards: ExportShardContent {
  private let export: Export
  private let split: String?
  private let queue: ExportQueue

  init(_ export: Export, _ split: String?, _ queue: ExportQueue) {
    (self.export, self.split, self.queue) = (export, split, queue)
  }

  var emptyBytes: Int { TarFile.tail }

  var recipe: [UInt8] { [] }

  func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int {
    TarFile.room(output.picture, file.bytes)
      + TarFile.room(output.description, try text(of: output).count)
  }

  func recipe(of output: MadeOutput, _ file: FileIdentity) throws -> [UInt8] {
    let line = "\(output.picture)\n\(file.bytes) \(file.modified) \(file.inode)\n"
    return Array(line.utf8) + (try text(of: output))
  }

  func write(_ outputs: ShardOutputs, to number: Int32) throws {
    let tar = try TarFile(to: number)
    try outputs.forEach { output, file in
      try tar.add(output.picture, file.bytes, of: try queue.outputs.open(output.path))
      try tar.add(output.description, text(of: output))
    }
    try tar.close()
  }

  private func text(of output: MadeOutput) throws -> [UInt8] {
    let boxes = output.boxes(minVisible: export.minVisible)
    return Array(try JSONText.encode(SampleText(output: output, split: split, boxes: boxes)).utf8)
  }
}

extension MadeOutput {
  /// The name of the sample's picture. Loaders tell the picture's format by the extension.
  fileprivate var picture: String { member(image.outputs[index].format?.extensions.first ?? "jpg") }
  /// The name of the sample's JSON.
  fileprivate var description: String { member("json") }

  private func member(_ ending: String) -> String { "\(SampleKey.of(path)).\(ending)" }
}
