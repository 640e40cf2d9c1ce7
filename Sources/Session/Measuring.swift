import Rendering
import Reporting
import Synchronization
import System

/// The files of `--stats` and `--trace`, which many threads fill during a run.
package final class Measuring: Sendable {
  /// When the run began, in nanoseconds of CLOCK_MONOTONIC.
  private let start: Int64
  private let stats: Mutex<StatsFile?>
  private let trace: Mutex<TraceFile?>
  private let network: NetworkMeter
  private let names: (stats: String, trace: String)

  /// Begins the files that `stats` and `trace` name. If one of them is nil, its file isn't written.
  package init(stats: String?, trace: String?, _ session: JobSession) throws(SessionError) {
    let start = MonotonicClock.now()
    self.start = start
    network = session.work.network
    names = (stats ?? "", trace ?? "")
    self.stats = Mutex(
      try Self.begin(stats, session) { path throws(SystemError) in try StatsFile(path, since: start) })
    self.trace = Mutex(
      try Self.begin(trace, session) { path throws(SystemError) in try TraceFile(path, since: start) })
  }

  private static func begin<File>(
    _ name: String?, _ session: JobSession, _ make: (String) throws(SystemError) -> sending File
  ) throws(SessionError) -> sending File? {
    guard let name else { return nil }
    do throws(SystemError) { return try make(session.absolute(name)) } catch { throw unwritten(error, name) }
  }

  private static func unwritten(_ error: SystemError, _ name: String) -> SessionError {
    SessionError(.unwritten, "'\(name)' can't be written: \(error.message)")
  }

  /// Notes the end of planning.
  package func notePlanned() { trace.withLock { $0?.addPlanning(until: MonotonicClock.now()) } }

  /// Notes an image.
  func add(_ image: MeasuredImage) {
    stats.withLock { $0?.add(image) }
    trace.withLock { $0?.add(image) }
  }

  /// Puts the files in their places, after a run with `images` images. Returns an error for each file that
  /// can't be written.
  package func finish(images: Int) -> [SessionError] {
    let times = ProcessorTimes(process: ProcessorTime.own, children: ProcessorTime.ofChildren)
    let end = MonotonicClock.now()
    let errors = [
      stats.withLock { file in
        Self.error(names.stats) { () throws(SystemError) in
          try file?.finish(images: images, at: end, times, network.use)
        }
      },
      trace.withLock { file in
        Self.error(names.trace) { () throws(SystemError) in try file?.finish() }
      },
    ]
    return errors.compactMap(\.self)
  }

  private static func error(_ name: String, _ work: () throws(SystemError) -> Void) -> SessionError? {
    do throws(SystemError) { try work() } catch { return unwritten(error, name) }
    return nil
  }
}
