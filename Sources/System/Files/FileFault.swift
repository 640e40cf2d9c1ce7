/// The reason why a file can't be read to its end, or why one of its records can't be taken. The data read
/// before the fault stays valid.
package struct FileFault: Error, Hashable, Sendable {
  /// The message, after the file's or record's name and a colon.
  package var message: String

  package init(_ message: String) { self.message = message }
}
