import Glibc
import ImageModel
import Imaging

/// How a worker ended that should have answered.
enum WorkerDeath: Error, Hashable {
  /// By a signal that a fault of its own raises.
  case crash(signal: Int32)
  /// By a system call that its sandbox forbids; its number, where the worker could still tell.
  case forbiddenCall(Int?)
  /// It took too long, of the clock's time or of the processor's.
  case timeout
  /// By SIGKILL, which wasn't ours: mostly the kernel's, for want of memory.
  case killed
  /// Its answer made no sense, and it was ended for that.
  case nonsense
  /// It closed its connection or said its last words, and didn't end.
  case lingering
  /// By itself, with this exit status.
  case exit(Int32)

  /// What a process ended with, as waitpid(2) tells it in words that only macros read.
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

  /// What the manifest says of it.
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
