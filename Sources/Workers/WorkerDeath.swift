import Glibc
import ImageModel
import Imaging

/// How a worker process ended instead of replying.
enum WorkerDeath: Error, Hashable {
  /// The process ended by a signal that it caused itself, such as SIGSEGV.
  case crash(signal: Int32)
  /// The process made a system call that its sandbox forbids. The value is the call's number, if the process
  /// could still report it.
  case forbiddenCall(Int?)
  /// The image took too much time on the clock, or too much processor time.
  case timeout
  /// The process ended by a SIGKILL that its parent didn't send. Mostly the kernel sends it, when memory runs
  /// out.
  case killed
  /// The process sent an invalid reply, so its parent killed it.
  case nonsense
  /// The process closed its socket or sent its last words, but did not end.
  case lingering
  /// The process ended by itself, with this exit status.
  case exit(Int32)

  /// Interprets the status of waitpid(2), which C decodes by macros.
  init(waitStatus status: Int32, forbiddenCall call: Int?) {
    let signal = status & 0x7F
    switch signal {
    case 0: self = .exit(status >> 8 & 0xFF)
    case SIGKILL: self = .killed
    case SIGXCPU: self = .timeout
    case SIGSYS: self = .forbiddenCall(call)
    default: self = .crash(signal: signal)
    }
  }

  /// The finding for the manifest.
  var finding: Finding {
    switch self {
    case .crash(let signal): Finding(.decoderCrash, "crashed the decoder (\(Self.name(of: signal)))")
    case .forbiddenCall(let call?):
      Finding(.decoderCrash, "crashed the decoder (forbidden system call \(call))")
    case .forbiddenCall(nil): Finding(.decoderCrash, "crashed the decoder (forbidden system call)")
    case .timeout: .timeout
    case .killed: Finding(.memory, "took more memory than there is: its worker was killed, twice")
    case .nonsense: Finding(.decoderCrash, "crashed the decoder (it gave an answer without sense)")
    case .lingering: Finding(.decoderCrash, "crashed the decoder (it closed its connection and went on)")
    case .exit(let status): Finding(.decoderCrash, "crashed the decoder (it ended with status \(status))")
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "SIGSEGV"
    case SIGBUS: "SIGBUS"
    case SIGABRT: "SIGABRT"
    case SIGILL: "SIGILL"
    case SIGFPE: "SIGFPE"
    case SIGTRAP: "SIGTRAP"
    default: "signal \(signal)"
    }
  }
}
