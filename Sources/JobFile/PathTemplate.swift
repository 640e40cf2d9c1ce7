/// An output path with `{variables}`.
package struct PathTemplate: Hashable, Sendable {
  /// The template as written.
  package let text: String
}
