import System

/// What tells one version of a source from another without reading it.
///
/// Plans, journals and checks keep and compare it. Only the opener, which makes it, and what writes it down look
/// inside.
package struct SourceVersion: Hashable, Sendable {
  /// The identity of the source's file.
  package let file: FileIdentity

  package init(_ file: FileIdentity) { self.file = file }

  /// Size of the source in bytes.
  package var bytes: Int { file.bytes }
}
