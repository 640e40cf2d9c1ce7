/// Why a file can't be read to its end. What was read before it stays valid.
package struct FileFault: Error, Hashable, Sendable {
  /// The message, after the file's name and a colon.
  package var message: String

  package init(_ message: String) { self.message = message }
}
