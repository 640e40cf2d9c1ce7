import ImageModel
import JSON
import JobFile
import Parquet
import Planning
import Reporting
import Survey
import System

/// Parquet files with the outputs of a job, or of one of its splits: a row for each output. All files of a series
/// have the same columns.
struct ParquetShards: ExportShardContent {
  private let export: Export
  private let split: String?
  private let shapes: Set<ShapeKind>
  private let queue: ExportQueue
  private let columns: SampleColumns
  /// The name of the column of masks; nil if the job makes none.
  private let masks: String?
  /// The columns behind the pictures.
  private let fields: [ParquetField]

  /// Finds the columns of all outputs.
  init(
    _ export: Export, _ split: String?, _ job: JobSpec, _ queue: ExportQueue, _ store: SourceStore,
    unless stop: StopRequest, _ outputs: MadeOutputs
  ) throws {
    (self.export, self.split, self.queue, shapes) = (export, split, queue, job.shapes)
    columns = SampleColumns(export, split, job, store)
    masks = job.hasMasks ? "mask" : nil
    let own = Self.ownColumns(hasSplit: split != nil, hasBoxes: job.hasBoxes, job.shapes)
    let names = Set(own.map(\.name))
    var others: [(name: String, guess: ParquetKindGuess)] = []
    var places: [ExactText: Int] = [:]
    try outputs.forEach(in: split) { [columns] output in
      try stop.check()
      for member in try Self.others(output, columns) where !names.contains(member.key) {
        let key = ExactText(member.key)
        let place = places[key] ?? others.count
        if place == others.count {
          guard place < FixedLimits.Parquet.carriedColumns else { throw Halted(.tooManyColumns(output)) }
          places[key] = place
          others.append((member.key, ParquetKindGuess()))
        }
        others[place].guess.add(member.value)
      }
    }
    fields = own + others.map { Self.field($0.name, $0.guess.kind) }
  }

  /// The values of an output besides the export's own: columns of a list, or what its sample carries.
  private static func others(
    _ output: MadeOutput, _ columns: SampleColumns
  ) throws -> [JSONValue.Member] {
    guard let listed = output.columns else { return try columns.carried(by: output) }
    guard case .object(let members) = try JSONValue(line: ("{".utf8 + listed + "}".utf8)[...]) else {
      return []
    }
    return members
  }

  /// A column of this type, or one of texts if the file can't have the type: it nests too deep, or has too many parts.
  private static func field(_ name: String, _ kind: ParquetKind) -> ParquetField {
    let field = ParquetField(name, kind)
    let isFit = kind.valueCount <= FixedLimits.Parquet.carriedColumns && (try? ParquetWriter([field])) != nil
    return isFit ? field : ParquetField(name, .text)
  }

  var emptyBytes: Int { 0 }

  var recipe: [UInt8] { Array(ParquetFeatures.text(masks: masks, fields).utf8) }

  func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int {
    let mask = try queue.mask(over: output)?.file.bytes ?? 0
    return file.bytes + mask + (try text(of: output, columns.fields(of: output))).count
  }

  func recipe(of output: MadeOutput, _ file: FileIdentity) throws -> [UInt8] {
    let mask = try queue.mask(over: output).map { "\($0.path)\n\($0.file.recipe)" } ?? ""
    return Array((file.recipe + mask).utf8) + (try text(of: output, output.columns)) + output.carriedRecipe
  }

  func write(_ outputs: ShardOutputs, to number: Int32) throws {
    var writer = try ParquetWriter(masks: masks, fields)
    try outputs.forEach { output, file in
      let picture = try queue.bytes(output.path, file)
      let mask = try queue.mask(over: output).map { path, file in
        (bytes: try queue.bytes(path, file)[...], path: path)
      }
      let row = try JSONValue(line: text(of: output, output.columns)[...])
      let carried = JSONValue.object(try columns.carried(by: output))
      let values = fields.map { row[$0.name] ?? carried[$0.name] ?? .null }
      try writer.add(picture: picture[...], path: output.path, mask: mask, values)
      try Descriptor.write(writer.take(), to: number)
    }
    try Descriptor.write(writer.finish(), to: number)
  }

  /// The columns that each file has.
  private static func ownColumns(
    hasSplit: Bool, hasBoxes: Bool, _ shapes: Set<ShapeKind>
  ) -> [ParquetField] {
    var columns = [
      ParquetField("file_name", .text), ParquetField("source", .text), ParquetField("id", .text),
    ]
    if hasSplit { columns.append(ParquetField("split", .text)) }
    columns += [ParquetField("width", .int64), ParquetField("height", .int64)]
    guard hasBoxes else { return columns }
    var objects = [
      ParquetField("bbox", .list(.list(.double))), ParquetField("categories", .list(.text)),
      ParquetField("visible", .list(.double)), ParquetField("id", .list(.text)),
    ]
    if shapes.contains(.polygons) {
      objects.append(ParquetField("segmentation", .list(.list(.list(.double)))))
    }
    if shapes.contains(.masks) { objects.append(ParquetField("mask", .list(.text))) }
    if shapes.contains(.keypoints) { objects.append(ParquetField("keypoints", .list(.list(.double)))) }
    return columns + [ParquetField("category", .text), ParquetField("objects", .structure(objects))]
  }

  /// The output's facts, as a line of JSON.
  private func text(of output: MadeOutput, _ columns: ArraySlice<UInt8>?) throws -> [UInt8] {
    let boxes = output.boxes(minVisible: export.minVisible)
    let text = SampleText(output: output, split: split, boxes: boxes, shapes: shapes, columns: columns)
    return Array(try JSONText.encode(text).utf8)
  }
}

extension Halt {
  /// The halt for outputs whose samples carry more columns than a file has.
  fileprivate static func tooManyColumns(_ output: MadeOutput) -> Halt {
    Halt(
      .unwritable,
      "the rows up to '\(output.image.source.shown)' have more than \(FixedLimits.Parquet.carriedColumns) different "
        + "columns, and a Parquet file gets no more: choose some by 'carry'")
  }
}

extension ParquetKind {
  /// The number of columns of stored values that a column of this type has.
  fileprivate var valueCount: Int {
    switch self {
    case .bool, .int64, .double, .text: 1
    case .list(let kind): kind.valueCount
    case .structure(let fields): fields.reduce(0) { $0 + $1.kind.valueCount }
    }
  }
}
