import ImageModel
import JobFile
import Planning
import Rendering
import Survey
import System

/// The content of an export's shards. It writes them.
protocol ExportShardContent {
  /// The number of bytes of a shard without outputs.
  var emptyBytes: Int { get }
  /// Everything that affects the bytes of all shards besides their outputs.
  var recipe: [UInt8] { get }
  /// The number of bytes that an output takes in a shard. `file` is its file.
  func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int
  /// Everything that affects the bytes that an output takes in a shard.
  func recipe(of output: MadeOutput, _ file: FileIdentity) throws -> [UInt8]
  /// Writes a shard with these outputs to the open descriptor `number`.
  func write(_ outputs: ShardOutputs, to number: Int32) throws
}

/// The outputs of a shard, with the identities of their files when the shard began.
struct ShardOutputs {
  /// An output by the image's index in the plan and its own index in the image. This type is small, because a shard may
  /// have many outputs.
  private struct Place {
    let image: Int32
    let index: Int32
    let file: FileIdentity
  }

  private let outputs: MadeOutputs
  private let stop: StopRequest
  private var places: [Place] = []

  init(_ outputs: MadeOutputs, unless stop: StopRequest) { (self.outputs, self.stop) = (outputs, stop) }

  var count: Int { places.count }

  fileprivate mutating func add(_ output: MadeOutput, _ file: FileIdentity) {
    places.append(
      Place(image: Int32(clamping: output.place), index: Int32(clamping: output.index), file: file))
  }

  fileprivate mutating func removeAll() { places = [] }

  /// Throws `Stopped` after a stop request.
  func checkStop() throws { try stop.check() }

  /// Calls `body` with each output, in the order of the plan. Throws `Stopped` after a stop request.
  func forEach(_ body: (MadeOutput, FileIdentity) throws -> Void) throws {
    var last: (image: Int32, outcome: ImageOutcome)?
    for place in places {
      try stop.check()
      let (image, index) = (Int(place.image), Int(place.index))
      // Other paths are known without the outcome, which takes time to find.
      let plan = outputs.plan.images[image]
      if plan.outputs[index].namesContent || plan.mask != nil, last?.image != place.image {
        last = (place.image, try outputs.outcome(plan))
      }
      guard let output = outputs.output(index, ofImage: image, last?.outcome) else { continue }
      try body(output, place.file)
    }
  }
}

extension FileIdentity {
  /// The part of a shard's recipe that stands for a file.
  var recipe: String { "\(bytes) \(modified) \(inode)\n" }
}

/// Writes one series of shards: the files with the outputs of a job, or of one of its splits. An export whose path has no
/// `{shard}` has a series of one file.
struct ExportShardWriter<Content: ExportShardContent> {
  private let export: Export
  private let split: String?
  private let job: JobSpec
  private let queue: ExportQueue
  private let outputs: MadeOutputs
  private let content: Content
  /// Assigns outputs to shards. Nil if the shard of an output depends on the sizes of earlier outputs.
  private let series: ExportShardSeries?
  /// The number of the current shard.
  private var number: Int?
  /// The outputs of the current shard.
  private var held: ShardOutputs
  private var bytes: Int
  private var paths: [String] = []

  init(
    _ content: Content, _ export: Export, _ split: String?, _ job: JobSpec, _ queue: ExportQueue,
    unless stop: StopRequest, _ outputs: MadeOutputs
  ) {
    self.content = content
    self.export = export
    self.split = split
    self.job = job
    self.queue = queue
    self.outputs = outputs
    held = ShardOutputs(outputs, unless: stop)
    bytes = content.emptyBytes
    series =
      outputs.plan.tars.map { ExportShardSeries(starts: $0, export) }
      ?? ExportShardSeries(outputs.plan, export)
  }

  /// Writes the changed shards. Then removes shards of earlier runs that have higher numbers than the series' last shard.
  /// Returns the paths of the whole series.
  consuming func write() throws -> [String] {
    try writeAll()
    // New files come first: after a kill, samples exist twice rather than not at all.
    try queue.finish()
    try removeOthers()
    return paths
  }

  /// Writes the shards of a part of the plan.
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
          guard outcome.outputs[index].error == nil,
            let output = outputs.output(index, ofImage: place, outcome)
          else { continue }
          held.add(output, try queue.file(at: output.path))
        }
      }
    } else {
      try outputs.forEach(in: split) { output in
        let file = try queue.file(at: output.path)
        let room = export.shards.bytes == .max ? 0 : try content.room(of: output, file)
        let isFull = held.count == export.shards.count || room > export.shards.bytes - bytes
        try begin(isFull && held.count > 0 ? (number ?? 0) + 1 : number ?? 0)
        held.add(output, file)
        bytes += room
      }
    }
    if number != nil { try finishShard() }
  }

  /// Continues with shard `next`, unless it is the current one.
  private mutating func begin(_ next: Int) throws {
    if next == number { return }
    if number != nil { try finishShard() }
    number = next
  }

  private func path(of shard: Int) throws(ImageError) -> String? {
    try export.file(split: split, shard: shard, job: job.name)
  }

  private mutating func finishShard() throws {
    defer {
      held.removeAll()
      bytes = content.emptyBytes
    }
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
    try content.write(held, to: try file.open())
    try file.commit(recipe: recipe)
  }

  /// A hash of everything that affects the shard's bytes.
  private func recipe() throws -> String {
    let digest = SHA256()
    content.recipe.withUnsafeBytes { digest.update($0) }
    try held.forEach { output, file in
      try content.recipe(of: output, file).withUnsafeBytes { digest.update($0) }
    }
    return digest.finish(bytes: 16)
  }

  /// Removes shards of earlier runs that have higher numbers than the last shard of this run. Otherwise a loader that
  /// finds shards by a pattern would read samples twice.
  private func removeOthers() throws {
    var others: [String] = []
    while export.hasShards || paths.isEmpty && others.isEmpty,
      let path = try path(of: paths.count + others.count), try queue.hasExported(path)
    {
      others.append(path)
    }
    // From the last one down, so that a kill leaves no gap.
    for path in others.reversed() { try queue.remove(path) }
  }
}

extension ExportQueue {
  /// The file of an output. Throws a halt if the output was removed after it was made.
  func file(at path: String) throws -> FileIdentity {
    guard let file = try outputs.identity(of: path) else { throw Halted(Halt.gone(path)) }
    return file
  }

  /// The mask over an output, and its file; nil if none was made.
  func mask(over output: MadeOutput) throws -> (path: String, file: FileIdentity)? {
    try output.mask.map { ($0, try file(at: $0)) }
  }

  /// The bytes of an output, or of the mask over one.
  func bytes(_ path: String, _ file: FileIdentity) throws -> [UInt8] {
    let bytes = try outputs.open(path).read(file.bytes, at: 0)
    guard bytes.count == file.bytes else { throw Halted(Halt.gone(path)) }
    return bytes
  }
}

extension Halt {
  /// The error for an output that was removed after it was made.
  static func gone(_ path: String) -> Halt {
    Halt(.later, "'\(path)' was removed while the run was on")
  }
}
