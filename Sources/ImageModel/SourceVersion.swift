import System

/// The version of a source. If the source's content changes, so does the version.
///
/// Plans, journals and checks keep and compare versions. Only two pieces of code look inside a version: the
/// opener that makes it, and the code that writes it down.
package struct SourceVersion: Hashable, Sendable {
  /// The identity of the source's file.
  package let file: FileIdentity

  package init(_ file: FileIdentity) { self.file = file }

  /// Size of the source in bytes.
  package var bytes: Int { file.bytes }
}
