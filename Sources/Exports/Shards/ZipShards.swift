import ImageModel
import System

/// Zip files that hold outputs under their own paths, sorted by the bytes of the paths.
struct ZipShards: ExportShardContent {
  private let queue: ExportQueue

  init(_ queue: ExportQueue) { self.queue = queue }

  var emptyBytes: Int { ZipFile.tail }

  var recipe: [UInt8] { [] }

  func room(of output: MadeOutput, _ file: FileIdentity) -> Int { ZipFile.room(output.path, file.bytes) }

  func recipe(of output: MadeOutput, _ file: FileIdentity) -> [UInt8] {
    Array("\(output.path)\n\(file.bytes) \(file.modified) \(file.inode)\n".utf8)
  }

  func write(_ outputs: ShardOutputs, to number: Int32) throws {
    var members: [(path: ExactText, bytes: Int)] = []
    try outputs.forEach { members.append((ExactText($0.path), $1.bytes)) }
    members.sort { $0.path < $1.path }
    var zip = try ZipFile(to: number)
    for (path, bytes) in members {
      try outputs.checkStop()
      try zip.add(path.text, bytes, of: try queue.outputs.open(path.text))
    }
    try zip.close()
  }
}
