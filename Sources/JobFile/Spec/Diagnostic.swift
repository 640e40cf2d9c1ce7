import System

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
  /// The fault and its remedy, without a full stop. Secrets of URLs are starred.
  package let message: String

  package init(_ severity: Severity = .error, file: String, at location: SourceLocation?, _ message: String) {
    self.severity = severity
    self.file = file
    self.location = location
    self.message = Self.starred(message)
  }

  /// The message with stars in place of the secrets of URLs in quoted texts.
  private static func starred(_ message: String) -> String {
    guard message.contains(":") else { return message }
    var rest = Array(message.unicodeScalars)[...]
    var starred: [Unicode.Scalar] = []
    // A quote that ends a text has a space, a mark or nothing behind it.
    while let end = rest.indices.first(where: { rest[$0] == "'" && isBetweenTexts(rest[($0 + 1)...].first) })
    {
      starred += WebAddress.starred(rest[..<end]) + ["'"]
      rest = rest[(end + 1)...]
    }
    return String(String.UnicodeScalarView(starred + WebAddress.starred(rest)))
  }

  private static func isBetweenTexts(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { " ,:;.)".unicodeScalars.contains($0) } ?? true
  }
}
