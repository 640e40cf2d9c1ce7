import Foundation

/// A file that only an open descriptor knows, closed when the test lets go of it.
package final class OpenBytes: Sendable {
  package let descriptor: Int32

  /// A file of these bytes.
  package init(_ bytes: [UInt8] = []) throws {
    var template = Array("\(NSTemporaryDirectory())/upright-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0, unlink(template) == 0 else { throw SystemError("mkstemp") }
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw SystemError("pwrite") }
  }

  deinit { close(descriptor) }

  /// All that is in it.
  package func read() throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { throw SystemError("pread") }
    return bytes
  }
}
