import JSONReading
import Annotations
import Glibc
import ImageModel
import JobFile

extension BaseFolder {
  /// What lies at a normalised path, links followed; nil where nothing does, or nothing that can be reached.
  func status(of path: [UInt8]) -> stat? { try? reachableStatus(of: path) }

  /// What lies at a normalised path, links followed; nil where nothing does. Throws where that can't be told.
  func reachableStatus(of path: [UInt8]) throws(FileFault) -> stat? {
    let result = withFileSystemPath(of: path.isEmpty ? [UInt8(ascii: ".")] : path) { path in
      var status = stat()
      let number = stat(path, &status) == 0 ? 0 : errno
      return (status, number)
    }
    switch result.1 {
    case 0: return result.0
    case ENOENT, ENOTDIR: return nil
    default: throw FileFault(Finding(opening: SystemError(result.1)).message)
    }
  }

  /// Calls `body` with the bytes of the annotation file at a normalised path.
  func withFile<Value>(
    _ path: [UInt8], _ body: (ByteFeed) throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    let result = withFileSystemPath(of: path) { path in
      Result { () throws(FileFault) in
        let file: OpenSource
        do throws(OpeningError) { file = try OpenSource.openAnnotations(path) } catch {
          throw FileFault(error.finding.message)
        }
        return try body(ByteFeed(reading: file.descriptor.number))
      }
    }
    return try result.get()
  }
}
