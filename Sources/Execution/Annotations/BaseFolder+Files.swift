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
        let number = file.descriptor.number
        return try body(
          ByteFeed { buffer throws(FileFault) in
            do throws(SystemError) {
              return try SystemError.check { Glibc.read(number, buffer.baseAddress, buffer.count) }
            } catch { throw FileFault("can't be read: \(error.message)") }
          })
      }
    }
    return try result.get()
  }
}

extension [UInt8] {
  /// The folder that a path lies in; empty for none.
  var folder: [UInt8] { lastIndex(of: UInt8(ascii: "/")).map { Array(self[..<$0]) } ?? [] }

  /// The path without its last extension.
  var stem: [UInt8] {
    let name = (lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > name else { return self }
    return Array(self[..<dot])
  }

  /// The path, empty in place of one that is a dot for the folder that all start from.
  var withoutDot: [UInt8] { self == [UInt8(ascii: ".")] ? [] : self }

  /// The path of what lies in this folder by a name.
  func joined(with name: some Sequence<UInt8>) -> [UInt8] {
    if isEmpty || self == [UInt8(ascii: "/")] { return self + name }
    return self + [UInt8(ascii: "/")] + name
  }

  func joined(with name: StaticString) -> [UInt8] { joined(with: name.withUTF8Buffer { Array($0) }) }
}
