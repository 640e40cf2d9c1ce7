import Rendering
import Reporting
import Synchronization
import System

/// The files that are filled while a run is on, by many threads, with what it takes.
final class Measuring: Sendable {
  /// When the run began, in nanoseconds of CLOCK_MONOTONIC.
  private let start: Int64
  private let stats: Mutex<StatsFile?>
  private let trace: Mutex<TraceFile?>
  private let names: (stats: String, trace: String)

  /// Begins those files that have a name. Throws `unwritten`, having said why.
  init(stats: String?, trace: String?) throws(ExitStatus) {
    let start = MonotonicClock.now()
    self.start = start
    names = (stats ?? "", trace ?? "")
    self.stats = Mutex(
      try Self.begin(stats) { path throws(SystemError) in try StatsFile(path, since: start) })
    self.trace = Mutex(
      try Self.begin(trace) { path throws(SystemError) in try TraceFile(path, since: start) })
  }

  private static func begin<File>(
    _ path: String?, _ make: (String) throws(SystemError) -> sending File
  ) throws(ExitStatus) -> sending File? {
    guard let path else { return nil }
    do throws(SystemError) { return try make(FileToWrite.absolute(path)) } catch { throw tell(error, path) }
  }

  private static func tell(_ error: SystemError, _ file: String) -> ExitStatus {
    Log.tell(LogEntry(.error, "'\(file)' can't be written: \(error.message)"))
    return .unwritten
  }

  /// Notes that planning is over.
  func notePlanned() { trace.withLock { $0?.addPlanning(until: MonotonicClock.now()) } }

  /// Notes an image.
  func add(_ image: MeasuredImage) {
    stats.withLock { $0?.add(image) }
    trace.withLock { $0?.add(image) }
  }

  /// Puts the files of a run whose jobs had so many `images` in their places, and says where that can't be done.
  func finish(images: Int) -> ExitStatus {
    let times = ProcessorTimes(process: ProcessorTime.own, children: ProcessorTime.ofChildren)
    let end = MonotonicClock.now()
    return max(
      stats.withLock { file in
        Self.finish(names.stats) { () throws(SystemError) in
          try file?.finish(images: images, at: end, times)
        }
      },
      trace.withLock { file in
        Self.finish(names.trace) { () throws(SystemError) in try file?.finish() }
      })
  }

  private static func finish(_ name: String, _ work: () throws(SystemError) -> Void) -> ExitStatus {
    do throws(SystemError) { try work() } catch { return tell(error, name) }
    return .done
  }
}
