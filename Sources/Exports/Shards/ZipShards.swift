import ImageModel
import System

/// Zip files that hold outputs, and the masks over them, under their own paths, sorted by the bytes of the paths.
struct ZipShards: ExportShardContent {
  private let queue: ExportQueue

  init(_ queue: ExportQueue) { self.queue = queue }

  var emptyBytes: Int { ZipFile.tail }

  var recipe: [UInt8] { [] }

  func room(of output: MadeOutput, _ file: FileIdentity) throws -> Int {
    try members(of: output, file).reduce(0) { $0 + ZipFile.room($1.path, $1.file.bytes) }
  }

  func recipe(of output: MadeOutput, _ file: FileIdentity) throws -> [UInt8] {
    try members(of: output, file).flatMap { Array("\($0.path)\n\($0.file.recipe)".utf8) }
  }

  private func members(
    of output: MadeOutput, _ file: FileIdentity
  ) throws -> [(path: String, file: FileIdentity)] {
    [(output.path, file)] + [try queue.mask(over: output)].compactMap { $0 }
  }

  func write(_ outputs: ShardOutputs, to number: Int32) throws {
    var members: [(path: ExactText, bytes: Int)] = []
    try outputs.forEach { output, file in
      members += try self.members(of: output, file).map { (ExactText($0.path), $0.file.bytes) }
    }
    members.sort { $0.path < $1.path }
    var zip = try ZipFile(to: number)
    for (path, bytes) in members {
      try outputs.checkStop()
      try zip.add(path.text, bytes, of: try queue.outputs.open(path.text))
    }
    try zip.close()
  }
}
