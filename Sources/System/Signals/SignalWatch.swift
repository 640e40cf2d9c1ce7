import Glibc

/// Turns signals into a ``StopRequest``.
package enum SignalWatch {
  /// Seconds between a request to stop and the call of `overdue`.
  package static let grace = 4.5

  /// From now on SIGTERM, SIGINT and SIGHUP request a `stop`. Call this function before any other thread
  /// starts.
  ///
  /// A second signal ends the process at once. Right after the first signal, `asked` runs on a thread of its
  /// own, and may block. `overdue` runs on another thread, `grace` seconds after the first signal. `overdue`
  /// cleans up without waiting for work, and ends the process. Signals that were ignored when the process
  /// started, as under nohup(1), stay ignored. SIGPIPE and SIGXFSZ are ignored, so that writing fails with
  /// `EPIPE` and `EFBIG`.
  ///
  /// Throws `EAGAIN` if no thread can be started; signals then keep their effect.
  package static func start(
    _ stop: StopRequest, grace: Double = grace, asked: @escaping @Sendable () -> Void = {},
    overdue: @escaping @Sendable () -> Never
  ) throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let watched = [SIGTERM, SIGINT, SIGHUP].filter { !isIgnored($0) }
    if watched.isEmpty { return }
    let signals = SignalSet(watched)
    let before = signals.block()
    do throws(SystemError) {
      try SystemThread.start {
        stop.request(.signal(signals.wait()))
        _ = try? SystemThread.start(asked)
        watch(signals, stop, MonotonicClock.nanoseconds(grace), overdue)
      }
    } catch {
      before.restore()
      throw error
    }
  }

  private static func watch(
    _ signals: SignalSet, _ stop: StopRequest, _ grace: Int64, _ overdue: () -> Never
  ) {
    if let second = signals.wait(until: MonotonicClock.now() + grace) { SignalDeath.die(of: second) }
    // A further signal still ends the process, even if `overdue` hangs.
    signals.unblock()
    stop.runOut(overdue)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
