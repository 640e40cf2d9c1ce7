import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import Survey
import System

/// Writes one series of WebDataset tar shards. A sample has two members: a picture and its JSON. Both have
/// the same key, and one follows the other in the tar file.
struct TarShardWriter {
  private let export: Export
  private let split: String?
  private let job: JobSpec
  private let queue: ExportQueue
  private let stop: StopRequest
  private let outputs: MadeOutputs
  /// Assigns outputs to tar shards. Nil if the tar shard of an output depends on the sizes of earlier
  /// outputs.
  private let series: TarShardSeries?
  /// The number of the current tar shard.
  private var number: Int?
  /// The samples for the current tar shard.
  private var samples: [Sample] = []
  private var bytes = TarFile.tail
  private var paths: [String] = []

  /// A sample: the image's index in the plan, the output's index in the image, and the identity of the
  /// output's file when the sample was added. This type is small, because a tar shard may have many samples.
  private struct Sample {
    let image: Int32
    let index: Int32
    let file: FileIdentity
  }

  init(
    _ export: Export, _ split: String?, _ job: JobSpec, _ queue: ExportQueue, unless stop: StopRequest,
    _ outputs: MadeOutputs
  ) {
    self.stop = stop
    self.export = export
    self.split = split
    self.job = job
    self.queue = queue
    self.outputs = outputs
    series =
      outputs.plan.tars.map { TarShardSeries(starts: $0, export) } ?? TarShardSeries(outputs.plan, export)
  }

  /// Writes the changed tar shards. Then removes tar shards of earlier runs that have higher numbers than the
  /// series' last tar shard. Returns the paths of the whole series.
  consuming func write() throws -> [String] {
    try writeAll()
    // New files come first: after a kill, samples exist twice rather than not at all.
    try queue.finish()
    try removeOthers()
    return paths
  }

  /// Writes the tar shards of a part of the plan.
  consuming func writePart() throws {
    try writeAll()
    try queue.finish()
  }

  private mutating func writeAll() throws {
    if let series {
      try outputs.forEachImage(in: split) { place, outcome in
        let makeable = outputs.plan.images[place].makeable
        for (ordinal, index) in makeable.enumerated() {
          try begin(series.shard(of: ordinal, among: makeable.count, ofImage: place))
          guard outcome.outputs[index].error == nil, let output = outputs.output(index, ofImage: place) else {
            continue
          }
          add(output, try file(of: output), room: 0)
        }
      }
    } else {
      try outputs.forEach(in: split) { output in
        let file = try file(of: output)
        let room = try room(of: output, file)
        let isFull = samples.count == export.shards.count || bytes + room > export.shards.bytes
        try begin(isFull && !samples.isEmpty ? (number ?? 0) + 1 : number ?? 0)
        add(output, file, room: room)
      }
    }
    if number != nil { try finishShard() }
  }

  private func file(of output: MadeOutput) throws -> FileIdentity {
    guard let file = try queue.outputs.identity(of: output.path) else { throw Halted(Halt.gone(output.path)) }
    return file
  }

  /// The number of bytes that a sample takes in the tar shard.
  private func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int {
    TarFile.room(output.picture, file.bytes)
      + TarFile.room(output.description, try text(of: output).count)
  }

  /// Continues with tar shard `next`, unless it is the current one.
  private mutating func begin(_ next: Int) throws {
    if next == number { return }
    if number != nil { try finishShard() }
    number = next
  }

  private mutating func add(_ output: MadeOutput, _ file: FileIdentity, room: Int) {
    samples.append(
      Sample(image: Int32(clamping: output.place), index: Int32(clamping: output.index), file: file))
    bytes += room
  }

  private func path(of shard: Int) throws(ImageError) -> String? {
    try export.file(split: split, shard: shard, job: job.name)
  }

  private mutating func finishShard() throws {
    defer { (samples, bytes) = ([], TarFile.tail) }
    guard let number, let path = try path(of: number) else { return }
    paths.append(path)
    do {
      let recipe = try recipe()
      if try queue.recipe(ofExport: path) != recipe { try write(path, recipe) }
    } catch let error as SystemError {
      throw Halted(Halt(error, writing: path))
    }
  }

  private func write(_ path: String, _ recipe: String) throws {
    let file = try ExportFile(path, in: queue)
    let tar = try TarFile(to: try file.open())
    try forEachSample { output, made in
      try stop.check()
      try tar.add(output.picture, made.bytes, of: try queue.outputs.open(output.path))
      try tar.add(output.description, text(of: output))
    }
    try tar.close()
    try file.commit(recipe: recipe)
  }

  /// A hash of everything that affects the tar shard's bytes.
  private func recipe() throws -> String {
    let digest = SHA256()
    try forEachSample { output, made in
      let line = "\(output.picture)\n\(made.bytes) \(made.modified) \(made.inode)\n"
      (try Array(line.utf8) + text(of: output)).withUnsafeBytes { digest.update($0) }
    }
    return digest.finish(bytes: 16)
  }

  private func forEachSample(_ body: (MadeOutput, FileIdentity) throws -> Void) throws {
    for sample in samples {
      guard let output = outputs.output(Int(sample.index), ofImage: Int(sample.image)) else { continue }
      try body(output, sample.file)
    }
  }

  private func text(of output: MadeOutput) throws -> [UInt8] {
    let boxes = output.boxes(minVisible: export.minVisible)
    return Array(try JSONText.encode(SampleText(output: output, split: split, boxes: boxes)).utf8)
  }

  /// Removes tar shards of earlier runs that have higher numbers than the last tar shard of this run.
  /// Otherwise a loader that finds tar shards by a pattern would read samples twice.
  private func removeOthers() throws {
    var others: [String] = []
    while let path = try path(of: paths.count + others.count), try queue.hasExported(path) {
      others.append(path)
    }
    // From the last one down, so that a kill leaves no gap.
    for path in others.reversed() { try queue.remove(path) }
  }
}

extension MadeOutput {
  /// The name of the sample's picture. Loaders tell the picture's format by the extension.
  fileprivate var picture: String { member(image.outputs[index].format?.extensions.first ?? "jpg") }
  /// The name of the sample's JSON.
  fileprivate var description: String { member("json") }

  private func member(_ ending: String) -> String { "\(SampleKey.of(path)).\(ending)" }
}

extension Halt {
  /// The error for an output that was removed after it was made.
  static func gone(_ path: String) -> Halt {
    Halt(.later, "'\(path)' was removed while the run was on")
  }
}
