import System

extension StopRequest.Reason {
  /// The reason in words.
  package var words: String {
    switch self {
    case .timeLimit: "--time-limit has passed"
    case .signal(let number): "ended by \(SignalDeath.name(number))"
    }
  }
}
