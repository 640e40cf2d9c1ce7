/// The reason why Upright refuses a text: a glob, a template of an output path, or an output path.
package struct PatternError: Error, Hashable, Sendable {
  /// The fault and its remedy, without a full stop.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
