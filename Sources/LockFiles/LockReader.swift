import System

/// Reads a lock line by line.
package enum LockReader {
  /// The bytes that every lock begins with.
  package static let beginning = Array("{\"lock\":".utf8)

  /// Calls `each` with the lines in order: a header, then annotation files, then sources.
  package static func read(_ feed: ByteFeed, _ each: (LockLine) throws(FileFault) -> Void) throws(LockFault) {
    var number = 1
    var order = 0
    do throws(FileFault) {
      try feed.forEachLine { text, place throws(FileFault) in
        number = place
        if place == 1 && !text.starts(with: beginning) { throw FileFault("the file is no lock") }
        let line = try LockLine(line: text)
        guard (place == 1) == (line.order == 0), line.order >= order else {
          throw FileFault("the line is out of order")
        }
        order = line.order
        try each(line)
        // Where the next one can't be read.
        number = place + 1
      }
      if number == 1 { throw FileFault("the file is no lock") }
    } catch {
      throw LockFault(line: number, message: error.message)
    }
  }
}

/// A line of a lock that is damaged.
package struct LockFault: Error, Hashable, Sendable {
  /// From 1.
  package var line: Int
  /// What is wrong, without a full stop.
  package var message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension LockLine {
  /// Lines of a lower one come first.
  fileprivate var order: Int {
    switch self {
    case .header: 0
    case .annotations: 1
    case .source: 2
    }
  }
}
