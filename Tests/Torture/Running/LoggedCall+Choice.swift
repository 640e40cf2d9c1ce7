extension LoggedCall {
  /// Calls that do the same with the same kind of file, by what they have in common.
  static func kinds(_ calls: [LoggedCall]) -> [String: [LoggedCall]] {
    Dictionary(grouping: calls) { "\($0.isWorker) \($0.name) \(FilePlace($0))" }
  }

  /// Up to `most` of each kind, evenly from the first to the last.
  static func chosen(_ calls: [LoggedCall], _ most: Int) -> [LoggedCall] {
    kinds(calls).sorted { $0.key < $1.key }.flatMap { _, calls -> [LoggedCall] in
      if calls.count <= most { return calls }
      if most == 1 { return [calls[calls.count / 2]] }
      return (0..<most).map { calls[$0 * (calls.count - 1) / (most - 1)] }
    }
  }
}
