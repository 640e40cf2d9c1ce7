/// Something to tell the writer of a job file: what is printed.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, Sendable {
    case error
    case warning
  }

  package var severity: Severity
  /// The file as the user named it.
  package var file: String
  /// Where in the file; nil when it concerns the file as a whole.
  package var location: SourceLocation?
  /// What is wrong and what to do, without a full stop.
  package var message: String

  package init(_ severity: Severity = .error, file: String, at location: SourceLocation?, _ message: String) {
    self.severity = severity
    self.file = file
    self.location = location
    self.message = message
  }
}
