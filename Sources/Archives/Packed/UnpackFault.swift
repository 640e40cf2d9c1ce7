import System

/// Why bytes of a compressed file can't be had.
package enum UnpackFault: Error, Hashable, Sendable {
  /// The compressed file is cut, damaged or over a limit. The offset counts bytes of the compressed file.
  case archive(ArchiveFault)
  /// The compressed file can't be read.
  case file(SystemError)
}
