/// Why the text of a glob, of an output path template or of an output path can't be taken.
package struct PatternError: Error, Hashable, Sendable {
  /// The fault and its remedy, without a full stop.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
