import Glibc
import Session
import System

extension ExitStatus {
  /// Ends the process: by the signal itself if a signal asked for it.
  ///
  /// exit(3) would take down libraries under threads that are still at work. Nothing is buffered.
  func end() -> Never {
    if rawValue > Self.firstSignal { SignalDeath.die(of: rawValue - Self.firstSignal) }
    _exit(rawValue)
  }
}
