import Glibc
import Testing

@testable import Rendering
@testable import Survey
@testable import System
@testable import Workers

@Suite("What ends a run")
struct HaltTests {
  @Test(
    "Trouble with workers",
    arguments: [
      (
        WorkerTrouble.written(SystemError(EIO)), Halt.Kind.unwritable,
        "what a worker process wrote can't be looked at: Input/output error"
      ),
      (
        .written(SystemError(ENOMEM)), .later,
        "what a worker process wrote can't be looked at: Cannot allocate memory"
      ),
      (
        .system(SystemError(EAGAIN)), .later,
        "a worker process can't be used: Resource temporarily unavailable"
      ),
      (.system(SystemError(ENOENT)), .fault, "a worker process can't be used: No such file or directory"),
      (
        .missing("/dev/null", SystemError(ENOENT)), .refused,
        "no worker process can be started: '/dev/null' can't be opened: No such file or directory; mount its file system, "
          + "or set 'isolation: none'"
      ),
      (.notReady, .fault, "worker processes end before they are ready"),
      (.dying(51), .fault, "51 worker processes died one after the other"),
      (
        .unconfined(missing: ["Landlock"]), .refused,
        "'sandbox: require' needs Landlock, which this system doesn't have"
      ),
    ])
  func workers(_ trouble: WorkerTrouble, _ kind: Halt.Kind, _ message: String) {
    #expect(Halt(trouble) == Halt(kind, message))
  }

  /// By what open(2), write(2) and rename(2) say of each.
  @Test("An output's own trouble is a failed row")
  func outputs() {
    for code in [EEXIST, EISDIR, ENOTDIR, ENOENT, ELOOP, ENAMETOOLONG, EFBIG, EXDEV, EBUSY] {
      #expect(Halt(SystemError(code), output: "a.jpg") == nil)
    }
  }

  @Test(
    "Trouble that every output has ends the run",
    arguments: [ESTALE, EIO, EROFS, EACCES, ENOTCONN, EREMOTEIO])
  func fileSystem(_ code: Int32) {
    #expect(
      Halt(SystemError(code), output: "a.jpg")
        == Halt(.unwritable, "'a.jpg' can't be written: \(String(cString: strerror(code)))"))
  }
}
