import Glibc

/// What turns signals into a ``StopRequest``.
package enum SignalWatch {
  /// How many seconds a batch that was asked to end may take to before `overdue` is called.
  package static let grace = 4.5

  /// From now on SIGTERM, SIGINT and SIGHUP ask `stop` to end the batch. Called before any other thread is started.
  ///
  /// A second signal ends the process at once. `grace` seconds after the first one `overdue` is called on a thread of
  /// its own: it puts in order what it can without waiting for work, and ends the process. `asked` is called at once
  /// after the first signal, on another thread, which may wait for whoever reads its words. Signals that were ignored
  /// when the process started, as nohup(1) does, stay ignored. SIGPIPE and SIGXFSZ are ignored too, so that writing
  /// fails with `EPIPE` and `EFBIG` instead of ending the process.
  ///
  /// Throws `EAGAIN` where no thread can be had; then the signals do what they did before.
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
    // A further signal still ends the process, should even this hang.
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
