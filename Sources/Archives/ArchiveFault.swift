import System

/// Why an archive can't be read, or not to its end.
package struct ArchiveFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The archive ends within a member or a header, which goes on to this offset at least.
    case cut(before: UInt64)
    /// The archive ends after a member, without the mark of an end. It may be cut.
    case unended
    /// The whole archive is compressed by this program.
    case compressed(Packer)
    /// The first block is no header of a tar.
    case noTar
    /// No end record of a zip is found.
    case noZip
    /// The first bytes aren't those of a 7z.
    case noSevenZip
    /// The first bytes aren't those of a RAR.
    case noRar
    /// A zip or a RAR of several files.
    case parts
    /// The names of the members are encrypted.
    case encrypted
    case damaged(Damage)
    case limit(Limit)
    /// A compressed archive can't be unpacked further.
    case unpacking(Unpacking)
    /// A compressed archive has more unpacked bytes than this number, which is the most.
    case unpackedBytes(UInt64)
  }

  package enum Packer: UInt8, Hashable, Sendable, CaseIterable {
    case gzip = 1
    case bzip2
    case xz
    case zstd
    case sevenZip
    case rar
  }

  package enum Damage: UInt8, Hashable, Sendable, CaseIterable {
    /// The checksum of a tar header is wrong.
    case checksum = 1
    /// The size of a tar member is negative, too large or no number.
    case size
    /// A header of pax isn't a list of records.
    case record
    /// The end of a tar comes after a header that must describe a member.
    case orphan
    /// The end records of a zip contradict each other, or the archive's size.
    case end
    /// The directory of a zip isn't a list of entries.
    case directory
    /// The directory of a zip has another number of entries than its end record says.
    case count
  }

  package enum Limit: UInt8, Hashable, Sendable, CaseIterable {
    case members = 1
    case nameBytes
    case directoryBytes
    case headerBytes
    case sevenZipHeader
    case sevenZipFolders
  }

  /// Why unpacking ends early.
  package enum Unpacking: UInt8, Hashable, Sendable, CaseIterable {
    /// The compressed data is damaged.
    case data = 1
    /// The unpacked bytes have another checksum, or are more or fewer.
    case checksum
    /// Something else follows the compressed data.
    case follows
    /// A dictionary, a filter or a version that isn't read.
    case unsupported
    /// The decoder needs more memory than ``FixedLimits/Archive/unpackMemory``.
    case memory
    /// A small file gives very many bytes.
    case ratio
  }

  package let kind: Kind
  /// The place in the archive, in bytes from its start. If unpacking ends early, it is the place in the compressed
  /// file.
  package let offset: UInt64

  package init(_ kind: Kind, at offset: UInt64) { (self.kind, self.offset) = (kind, offset) }
}

extension ArchiveFault {
  /// Words that follow the archive's name, without a full stop.
  package var message: String {
    switch kind {
    case .cut(let end): "is cut: it ends at byte \(offset), and must go on to byte \(end) at least"
    case .unended: "has no mark of its end at byte \(offset), so it may be cut"
    case .compressed(let packer): "is compressed by \(packer.program), and its name doesn't say so"
    case .noTar: "is no tar: its first block isn't a header"
    case .noZip: "has no end record, so it is cut or no zip"
    case .noSevenZip: "is no 7z"
    case .noRar: "is no RAR"
    case .encrypted: "is encrypted, so its members aren't known"
    case .parts: "is a part of an archive of several files, which Upright doesn't read"
    case .damaged(let damage): "is damaged at byte \(offset): \(damage.message)"
    case .limit(let limit): "has more than \(limit.message)"
    case .unpacking(let fault): "can't be unpacked beyond byte \(offset): \(fault.message)"
    case .unpackedBytes(let most): "has more than \(most) unpacked bytes"
    }
  }
}

extension ArchiveFault.Packer {
  /// The name of the program.
  fileprivate var program: String {
    switch self {
    case .gzip, .bzip2, .xz, .zstd: "\(self)"
    case .sevenZip: "7-Zip"
    case .rar: "RAR"
    }
  }
}

extension ArchiveFault.Damage {
  fileprivate var message: String {
    switch self {
    case .checksum: "the checksum of a header is wrong"
    case .size: "the size of a member is no possible number"
    case .record: "a header of pax isn't a list of records"
    case .orphan: "the archive ends after a header that describes no member"
    case .end: "its end records contradict each other or its size"
    case .directory: "its directory isn't a list of entries"
    case .count: "its directory has another number of entries than its end record says"
    }
  }
}

extension ArchiveFault.Limit {
  fileprivate var message: String {
    switch self {
    case .members: "\(FixedLimits.Archive.members) members"
    case .nameBytes: "\(FixedLimits.Archive.nameBytes) bytes of names"
    case .directoryBytes: "\(FixedLimits.Archive.directoryBytes) bytes in its directory"
    case .sevenZipHeader: "\(FixedLimits.Archive.sevenZipHeaderBytes) bytes in its directory"
    case .sevenZipFolders: "\(FixedLimits.Archive.sevenZipFolders) pieces of packed data"
    case .headerBytes: "\(FixedLimits.Archive.headerBytes) bytes of headers for one member"
    }
  }
}

extension ArchiveFault.Unpacking {
  fileprivate var message: String {
    switch self {
    case .data: "its compressed data is damaged"
    case .checksum: "the unpacked bytes have another checksum or number than it says"
    case .follows: "something else follows the compressed data"
    case .unsupported: "it is compressed in a way that Upright doesn't read"
    case .memory: "a decoder would need more than \(FixedLimits.Archive.unpackMemory >> 20) MiB of memory"
    case .ratio: "its unpacked bytes are too many for its size"
    }
  }
}
