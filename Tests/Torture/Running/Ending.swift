import Dispatch
import Foundation
import TestSupport

/// Leaves nothing behind: all is made in one folder, which goes at the end and when the process is told to stop.
package final class Ending {
  private let folder: TemporaryDirectory
  private let sources: [any DispatchSourceSignal]

  /// Makes the folder below TMPDIR, and has all others made in it.
  package init() throws {
    let folder = try TemporaryDirectory()
    setenv("TMPDIR", folder.path, 1)
    self.folder = folder
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        ChildProcess.endAll()
        // Those that were killed may have been about to write.
        usleep(200_000)
        try? FileManager.default.removeItem(atPath: folder.path)
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  /// Removes the folder and all in it.
  package func tidy() {
    for source in sources { source.cancel() }
    try? FileManager.default.removeItem(atPath: folder.path)
  }
}
