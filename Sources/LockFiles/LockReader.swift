import System

/// Reads a job lock line by line.
package enum LockReader {
  /// The first bytes of every job lock.
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
        // If the next line can't be read, the fault names its number.
        number = place + 1
      }
      if number == 1 { throw FileFault("the file is no lock") }
    } catch {
      throw LockFault(line: number, message: error.message)
    }
  }
}

/// A damaged line of a job lock.
package struct LockFault: Error, Hashable, Sendable {
  /// The line's number, from 1.
  package var line: Int
  /// The fault, without a full stop.
  package var message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension LockLine {
  /// Lines of a lower order come first.
  fileprivate var order: Int {
    switch self {
    case .header: 0
    case .annotations: 1
    case .source: 2
    }
  }
}
