import JSONReading
import Annotations
import Glibc
import ImageModel
import JobFile

extension BaseFolder {
  /// What lies at a normalised path, links followed; nil where nothing does.
  func status(of path: [UInt8]) -> stat? {
    withFileSystemPath(of: path.isEmpty ? [UInt8(ascii: ".")] : path) { path in
      var status = stat()
      return stat(path, &status) == 0 ? status : nil
    }
  }

  /// Calls `body` with the bytes of the file at a normalised path.
  func withFile<Value>(
    _ path: [UInt8], _ body: (ByteFeed) throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    let result = withFileSystemPath(of: path) { path in
      Result { () throws(FileFault) in
        let file: OpenSource
        do throws(OpeningError) { file = try OpenSource.open(path) } catch {
          throw FileFault(error.finding.message)
        }
        return try body(ByteFeed(reading: file.descriptor.number))
      }
    }
    return try result.get()
  }
}
