/// Why an object store, or its settings, can't be used.
package struct StoreFault: Error, Hashable, Sendable {
  /// One sentence, without a full stop and without a secret.
  package let message: String
  /// True if the same may succeed later.
  package let isTemporary: Bool

  package init(_ message: String, isTemporary: Bool = false) {
    (self.message, self.isTemporary) = (message, isTemporary)
  }
}
