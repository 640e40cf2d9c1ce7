import ArgumentParser

/// The size of a sample: a number, or all.
enum SampleSize: ExpressibleByArgument, CustomStringConvertible, Equatable {
  case all
  case some(Int)

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let count = Int(argument), count >= 0 {
      self = .some(count)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .all: "all"
    case .some(let count): String(count)
    }
  }
}
