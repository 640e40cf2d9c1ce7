/// Why a file can't be read to its end; what was read of it before holds.
package struct FileFault: Error, Hashable, Sendable {
  /// What is wrong, after the file's name and a colon.
  package var message: String

  package init(_ message: String) { self.message = message }
}
