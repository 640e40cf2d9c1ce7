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
        // In this process's own place, so that none of its threads goes on making what is removed.
        let remove = ["/bin/sh", "-c", "rm -rf \"$1\"; exit \"$2\"", "sh", folder.path, "\(128 + number)"]
        _ = ChildProcess.withCStrings(remove) { execv("/bin/sh", $0) }
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
