import Glibc
import Session
import System

extension ExitStatus {
  /// Ends the process. If a signal asked for the end, the process ends by that signal.
  ///
  /// exit(3) would clean up libraries while threads still use them. No output is buffered, so nothing is
  /// lost.
  func end() -> Never {
    if rawValue > Self.firstSignal { SignalDeath.die(of: rawValue - Self.firstSignal) }
    _exit(rawValue)
  }
}
