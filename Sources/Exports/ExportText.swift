import JSON
import Reporting
import System

/// A text that is written piece by piece into an ``ExportFile``.
struct ExportText {
  private let file: ExportFile
  private var bytes: [UInt8] = []

  /// Begins the file at a path below the output root.
  init(_ path: String, in queue: ExportQueue) throws(SystemError) { file = try ExportFile(path, in: queue) }

  mutating func append(_ text: String) throws(SystemError) {
    bytes += text.utf8
    if bytes.count >= JSONWriter.chunk { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    try Descriptor.write(bytes, to: try file.open())
    bytes.removeAll(keepingCapacity: true)
  }

  /// Moves the complete file to its path.
  mutating func commit() throws {
    try flush()
    try file.commit()
  }
}
