import Foundation
import TestSupport

/// The lock of a studio's job, held by this process as another run would hold it.
final class HeldLock {
  private let file: Int32

  init(_ studio: Studio, _ job: String = "job") throws {
    file = open(studio.folder.path("out/.upright/\(job)/lock"), O_RDWR | O_CLOEXEC)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else { throw SystemError("flock") }
  }

  deinit {
    // A child that another test starts at this moment has the file open too, until it runs its program.
    release()
    close(file)
  }

  func release() { flock(file, LOCK_UN) }
}
