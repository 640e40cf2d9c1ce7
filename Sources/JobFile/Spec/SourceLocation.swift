/// A place in a job file. Lines and columns count from 1. A column is one character.
package struct SourceLocation: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A value with its place in the job file.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  package var value: Value
  package var location: SourceLocation

  package init(_ value: Value, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}
