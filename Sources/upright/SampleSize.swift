import ArgumentParser

/// The size of a sample: a number, or all.
struct SampleSize: CustomStringConvertible {
  /// Nil for all.
  var count: Int?

  var description: String { count.map(String.init) ?? "all" }
}

extension SampleSize: ExpressibleByArgument {
  init?(argument: String) {
    guard argument == "all" || Int(argument).map({ $0 >= 0 }) == true else { return nil }
    self.init(count: Int(argument))
  }
}
