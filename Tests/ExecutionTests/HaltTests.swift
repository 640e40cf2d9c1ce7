import Glibc
import Testing

@testable import Execution

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
}
