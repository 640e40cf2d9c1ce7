import ImageModel
import JSON
import JobFile
import Parquet
import Planning
import Reporting
import Survey
import System

/// Writes the outputs of a job, or of one of its splits, into a Parquet file: a row for each output.
struct ParquetExport {
  private let export: Export
  private let split: String?
  private let path: String
  private let job: JobSpec
  private let queue: ExportQueue
  private let stop: StopRequest
  private let outputs: MadeOutputs

  init(
    _ export: Export, _ split: String?, _ path: String, _ job: JobSpec, _ queue: ExportQueue,
    unless stop: StopRequest, _ outputs: MadeOutputs
  ) {
    (self.export, self.split, self.path, self.job) = (export, split, path, job)
    (self.queue, self.stop, self.outputs) = (queue, stop, outputs)
  }

  /// Writes the file, unless it has these rows already. Without outputs there is no file.
  func write() throws {
    let (columns, recipe) = try survey()
    guard let columns else { return try queue.remove(path) }
    if try queue.recipe(ofExport: path) == recipe { return }
    let file = try ExportFile(path, in: queue)
    let number = try file.open()
    var writer = try ParquetWriter(columns)
    try outputs.forEach(in: split) { output in
      try stop.check()
      let bytes = try identity(of: output).bytes
      let picture = try queue.outputs.open(output.path).read(bytes, at: 0)
      guard picture.count == bytes else { throw Halted(Halt.gone(output.path)) }
      let row = try JSONValue(line: text(of: output)[...])
      try writer.add(picture: picture[...], path: output.path, columns.map { row[$0.name] ?? .null })
      try Descriptor.write(writer.take(), to: number)
    }
    try Descriptor.write(writer.finish(), to: number)
    try file.commit(recipe: recipe)
  }

  /// The columns behind the pictures, and a hash of everything that affects the file's bytes. The columns are nil if
  /// there is no output.
  private func survey() throws -> (columns: [ParquetField]?, recipe: String) {
    let digest = SHA256()
    let own = ownColumns
    let names = Set(own.map(\.name))
    var others: [(name: String, guess: ParquetKindGuess)] = []
    var places: [String: Int] = [:]
    var isEmpty = true
    try outputs.forEach(in: split) { output in
      isEmpty = false
      let (text, file) = (try text(of: output), try identity(of: output))
      let line = Array("\(file.bytes) \(file.modified) \(file.inode)\n".utf8) + text
      line.withUnsafeBytes { digest.update($0) }
      guard case .object(let members) = try JSONValue(line: text[...]) else { return }
      for member in members where !names.contains(member.key) {
        let place = places[member.key] ?? others.count
        if place == others.count {
          places[member.key] = place
          others.append((member.key, ParquetKindGuess()))
        }
        others[place].guess.add(member.value)
      }
    }
    let columns = own + others.map { ParquetField($0.name, $0.guess.kind) }
    return (isEmpty ? nil : columns, digest.finish(bytes: 16))
  }

  /// The columns that each file has.
  private var ownColumns: [ParquetField] {
    var columns = [
      ParquetField("file_name", .text), ParquetField("source", .text), ParquetField("id", .text),
    ]
    if split != nil { columns.append(ParquetField("split", .text)) }
    columns += [ParquetField("width", .int64), ParquetField("height", .int64)]
    guard job.hasBoxes else { return columns }
    let objects = [
      ParquetField("bbox", .list(.list(.double))), ParquetField("categories", .list(.text)),
      ParquetField("visible", .list(.double)), ParquetField("id", .list(.text)),
    ]
    return columns + [ParquetField("category", .text), ParquetField("objects", .structure(objects))]
  }

  private func identity(of output: MadeOutput) throws -> FileIdentity {
    guard let file = try queue.outputs.identity(of: output.path) else { throw Halted(Halt.gone(output.path)) }
    return file
  }

  /// The output's facts, as a line of JSON.
  private func text(of output: MadeOutput) throws -> [UInt8] {
    let boxes = output.boxes(minVisible: export.minVisible)
    return Array(try JSONText.encode(SampleText(output: output, split: split, boxes: boxes)).utf8)
  }
}
