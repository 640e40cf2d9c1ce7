import System

/// The version of a source, which changes with its content.
///
/// Plans, journals and checks keep and compare it. Only the opener, which makes it, and code that writes it
/// down look inside.
package struct SourceVersion: Hashable, Sendable {
  /// The identity of the source's file.
  package let file: FileIdentity

  package init(_ file: FileIdentity) { self.file = file }

  /// Size of the source in bytes.
  package var bytes: Int { file.bytes }
}
