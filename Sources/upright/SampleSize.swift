import ArgumentParser

/// The number of sources or outputs that a command chooses at random, or all of them.
struct SampleSize: CustomStringConvertible {
  /// The number to choose; nil to take all sources or outputs.
  var count: Int?

  var description: String { count.map(String.init) ?? "all" }
}

extension SampleSize: ExpressibleByArgument {
  init?(argument: String) {
    guard argument == "all" || Int(argument).map({ $0 >= 0 }) == true else { return nil }
    self.init(count: Int(argument))
  }
}
