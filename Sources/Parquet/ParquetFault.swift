/// The reason why a Parquet file can't be read or written.
package struct ParquetFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The bytes are no Parquet file, or contradict each other.
    case damaged
    /// The file uses a part of the format that isn't read here.
    case unsupported
    /// The file needs more memory than the limits allow.
    case tooLarge
    /// The bytes couldn't be read. A later try may succeed.
    case unread
    /// The value doesn't fit the column into which it shall be written.
    case unfit
  }

  package let kind: Kind
  /// The message, after the file's name and a colon.
  package let message: String

  package init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  static func damaged(_ message: String) -> ParquetFault { ParquetFault(.damaged, message) }
  static func unsupported(_ message: String) -> ParquetFault { ParquetFault(.unsupported, message) }
  static func tooLarge(_ message: String) -> ParquetFault { ParquetFault(.tooLarge, message) }
}
