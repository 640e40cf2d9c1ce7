import Planning
import Reporting
import Survey
import System
import Workers

/// The library's front door: drafts and loads job files, plans, runs, merges, locks, verifies and audits
/// them.
///
/// A call takes values and returns values. It throws ``SessionError``, whose messages are for the user; other
/// messages and progress are events. A session prints nothing and never ends the process.
package struct JobSession: Sendable {
  /// Relative paths start from this folder. Messages show a path below this folder as relative to it.
  package let currentFolder: String
  package let pool: ThreadPool
  package let stop: StopRequest
  /// Counts the headers read, bytes hashed and outputs rendered.
  package let work: WorkDone
  private let memory: Int?
  private let events: @Sendable (SessionEvent) -> Void

  /// `memory` is the budget in bytes for all images in work. Without `memory`, the budget is half of the free
  /// memory.
  package init(
    in currentFolder: String, pool: ThreadPool = ThreadPool(width: Processors.available()),
    memory: Int? = nil,
    unless stop: StopRequest = StopRequest(), counting work: WorkDone = WorkDone(),
    events: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) {
    self.currentFolder = currentFolder
    self.pool = pool
    self.memory = memory
    self.stop = stop
    self.work = work
    self.events = events
  }

  /// The memory budget of all images in work, in bytes, as of now; nil if the system doesn't tell its free
  /// memory.
  var memoryBytes: Int? { memory ?? FreeMemory.bytes().map { $0 / 2 } }

  /// An absolute `path` in a form that the user can paste: a path below the current folder becomes relative.
  package func shown(_ path: String) -> String { JobFolders.shown(path, in: currentFolder) }

  /// The path by which to open `file`. Its parts are unchanged, so a `..` after a link keeps its meaning.
  func openable(_ file: String) -> String {
    file.isEmpty || file.utf8.first == UInt8(ascii: "/") ? file : currentFolder + "/" + file
  }

  /// The absolute path of `file`, without `.` and `..`.
  package func absolute(_ file: String) -> String { JobFolders.absolute(file, from: currentFolder) }

  func note(_ event: SessionEvent) { events(event) }

  func tell(_ entry: LogEntry) { events(.message(.entry(entry))) }

  func tell(_ messages: [SessionMessage]) { for message in messages { events(.message(message)) } }
}
