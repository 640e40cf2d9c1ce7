/// A regular file in an archive.
package struct ArchiveMember: Hashable, Sendable {
  /// The path as the archive says it, with `/` between its parts. Parts that are empty or `.` are left out.
  package let name: String
  package let place: MemberPlace

  package init(name: String, place: MemberPlace) { (self.name, self.place) = (name, place) }
}

/// The place of a member's bytes in its archive. Offsets and sizes are in bytes.
package struct MemberPlace: Hashable, Sendable {
  /// How the bytes are packed.
  package enum Method: UInt8, Hashable, Sendable, CaseIterable {
    case stored
    /// RFC 1951.
    case deflate
    /// RFC 8878, method 93 of a zip.
    case zstd
  }

  /// The offset of the member's header. In a tar it is the first header block that describes the member, in a zip the
  /// local header.
  package let header: UInt64
  /// The offset of the first packed byte. The directory of a zip doesn't have it: it equals ``header`` until
  /// ``ZipLocalHeader`` has found it. In a 7z it is the offset in ``UnpackedBytes``, and equals ``header``.
  package let offset: UInt64
  /// The number of bytes in the archive.
  package let packed: UInt64
  /// The number of bytes of the file.
  package let size: UInt64
  package let method: Method
  /// The CRC-32 of the file; nil in a tar, which has none.
  package let checksum: UInt32?

  package init(
    header: UInt64, offset: UInt64, packed: UInt64, size: UInt64, method: Method, checksum: UInt32?
  ) {
    (self.header, self.offset, self.packed, self.size) = (header, offset, packed, size)
    (self.method, self.checksum) = (method, checksum)
  }

  /// False for a member of a zip whose local header must be read first, and without meaning for a 7z.
  package var isSettled: Bool { offset > header }

  /// The packed bytes in the archive. In a zip they are right only if the place is settled.
  package var range: Range<UInt64> {
    let (end, isOver) = offset.addingReportingOverflow(packed)
    return offset..<(isOver ? UInt64.max : end)
  }
}
