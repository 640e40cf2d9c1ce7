import Glibc

/// Ends the process by a signal, as its parent expects to see it (`WIFSIGNALED` of wait(2)).
package enum SignalDeath {
  /// The name of one of the signals that end a batch.
  package static func name(_ number: Int32) -> String {
    switch number {
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
    default: "SIGTERM"
    }
  }

  /// Ends the process by the signal of this number. The kernel doesn't let process 1 of a container end in
  /// this way. That process exits with 128 plus the number, the status by which shells report such a death.
  package static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    SignalSet([number]).unblock()
    raise(number)
    _exit(128 + number)
  }
}
