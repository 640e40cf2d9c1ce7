import Glibc
import ImageModel
import System
import Testing

@testable import Survey

@Suite("Opening a source")
struct OpenSourceTests {
  @Test(
    "Why it can't be opened",
    arguments: [
      (ENOENT, Finding(.notFound, "there is no such file")),
      (ENOTDIR, Finding(.notFound, "there is no such file")),
      (ENXIO, Finding(.notAFile, "is a socket or device, not a regular file")),
      (EACCES, Finding(.unreadable, "can't be read: Permission denied")),
      (ELOOP, Finding(.unreadable, "can't be read: Too many levels of symbolic links")),
      (EIO, Finding(.ioError, "can't be read: Input/output error")),
    ])
  func refusal(_ code: Int32, _ finding: Finding) {
    #expect(Finding(opening: SystemError(code)) == finding)
  }
}
