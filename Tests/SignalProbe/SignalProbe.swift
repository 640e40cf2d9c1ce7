import Glibc
import System

/// Does to itself what a user may do to a run.
///
/// Arguments: how long work may go on after it was asked to end and how long the run may take, both in seconds, what
/// the batch does when it is asked to end (`end`, or `hang` and go on for ever), and the signals to send.
@main
enum SignalProbe {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.prefix(2).compactMap(Double.init)
    let stop = StopRequest()
    let overdue: @Sendable () -> Never = {
      tell("overdue")
      end(stop)
    }
    try SignalWatch.start(stop, grace: numbers[0], overdue: overdue)
    try TimeLimit.start(seconds: numbers[1], stop, grace: numbers[0], overdue: overdue)
    for signal in arguments.dropFirst(3).compactMap({ Int32($0) }) { send(signal, stop) }
    wait(for: stop)
    if arguments.contains("hang") { while true { pause() } }
    end(stop)
  }

  /// The first signal is seen before the second is sent, which would else be one with it.
  private static func send(_ signal: Int32, _ stop: StopRequest) {
    kill(getpid(), signal)
    if signal != SIGPIPE && signal != SIGXFSZ && signal != SIGHUP { wait(for: stop) }
  }

  private static func wait(for stop: StopRequest) {
    while stop.reason == nil { usleep(1000) }
  }

  private static func end(_ stop: StopRequest) -> Never {
    switch stop.reason {
    case .signal(let number):
      tell("signal \(number)")
      SignalDeath.die(of: number)
    case .timeLimit:
      tell("time limit")
      exit(75)
    case nil: exit(0)
    }
  }

  private static func tell(_ text: String) {
    try? Descriptor.write(Array((text + "\n").utf8), to: STDOUT_FILENO)
  }
}
