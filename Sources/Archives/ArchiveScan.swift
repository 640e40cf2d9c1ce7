/// Finds the members of an archive. A scan reads nothing itself: it says which bytes it needs, and takes them. So the
/// archive can be a file, a stream or ranges of a server.
///
/// Give the bytes of ``wanted`` to ``take(_:)`` until nothing is wanted. After each of these calls, also after one that
/// throws, take all events from ``next()``.
package protocol ArchiveScan: Sendable {
  /// The bytes that the scan needs next, by their offsets; never empty; nil if it needs no more.
  var wanted: Range<UInt64>? { get }

  /// Takes the bytes of ``wanted``. If there are fewer, the archive ends behind them. After an error nothing is wanted.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault)

  /// Ends the scan, because the archive has only `size` bytes. Throws if these aren't a whole archive.
  mutating func end(at size: UInt64) throws(ArchiveFault)

  /// The next member, in the order of the archive's bytes; nil if more bytes must be taken first, or after the last.
  mutating func next() -> ArchiveEvent?
}

/// A file in an archive. Folders aren't events.
package enum ArchiveEvent: Hashable, Sendable {
  case member(ArchiveMember)
  /// A member that is no source. Its name has no control characters, and may be empty.
  case skipped(name: String, MemberFault)

  package var name: String {
    switch self {
    case .member(let member): member.name
    case .skipped(let name, _): name
    }
  }
}
