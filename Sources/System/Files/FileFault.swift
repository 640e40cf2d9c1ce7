/// The reason why a file can't be read to its end. The part read before stays valid.
package struct FileFault: Error, Hashable, Sendable {
  /// The message, after the file's name and a colon.
  package var message: String

  package init(_ message: String) { self.message = message }
}
