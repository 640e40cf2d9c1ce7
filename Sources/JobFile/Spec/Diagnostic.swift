/// A message to the writer of a job file.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
  }

  package var severity: Severity
  /// The file as the user named it.
  package var file: String
  /// The place in the file; nil for the whole file.
  package var location: SourceLocation?
  /// The fault and its remedy, without a full stop.
  package var message: String

  package init(_ severity: Severity = .error, file: String, at location: SourceLocation?, _ message: String) {
    self.severity = severity
    self.file = file
    self.location = location
    self.message = message
  }
}
