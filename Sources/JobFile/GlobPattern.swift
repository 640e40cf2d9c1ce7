/// A pattern of paths: `* ? [a-z] {a,b} **`.
package struct GlobPattern: Hashable, Sendable {
  /// The pattern as written.
  package let text: String
}
