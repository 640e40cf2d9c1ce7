import Annotations
import Glibc
import ImageModel
import JobFile
import System

extension BaseFolder {
  /// The status of the file at a normalised path; links are followed. Nil if the file is missing or can't be
  /// reached.
  package func status(of path: [UInt8]) -> FileStatus? { try? reachableStatus(of: path) }

  /// The status of the file at a normalised path; links are followed. Nil if the file is missing. Throws if
  /// the file can't be reached.
  func reachableStatus(of path: [UInt8]) throws(FileFault) -> FileStatus? {
    let (status, number) = withFileSystemPath(of: path.isEmpty ? [UInt8(ascii: ".")] : path) { path in
      let status = FileStatus(at: path)
      return (status, status == nil ? errno : 0)
    }
    if status != nil || number == ENOENT || number == ENOTDIR { return status }
    throw FileFault(Finding(opening: SystemError(number)).message)
  }

  /// Calls `body` with the bytes of the annotation file at a normalised path.
  package func withFile<Value>(
    _ path: [UInt8], _ body: (ByteFeed) throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    try withDescriptor(of: path) { number throws(FileFault) in try body(ByteFeed(reading: number)) }
  }

  /// The first `count` bytes of the annotation file at a normalised path; fewer if the file is shorter.
  package func start(of path: [UInt8], _ count: Int) throws(FileFault) -> [UInt8] {
    try withDescriptor(of: path) { number throws(FileFault) in
      do throws(SystemError) { return try FileBytes.read(number, count: count, at: 0) } catch {
        throw FileFault(OpeningError(reading: error).finding.message)
      }
    }
  }

  /// Calls `body` with the descriptor of the open annotation file at a normalised path.
  private func withDescriptor<Value>(
    of path: [UInt8], _ body: (Int32) throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    let result = withFileSystemPath(of: path) { path in
      Result { () throws(FileFault) in
        let file: OpenSource
        do throws(OpeningError) { file = try OpenSource.openAnnotations(path) } catch {
          throw FileFault(error.finding.message)
        }
        return try body(file.descriptor.number)
      }
    }
    return try result.get()
  }
}
