/// Why a member of an archive is no source.
package enum MemberFault: Error, Hashable, Sendable {
  /// A symbolic or hard link.
  case link
  /// A device, a pipe or a socket.
  case device
  case sparse
  case encrypted
  /// A method of a zip that isn't read, by its number (APPNOTE 6.3.10, section 4.4.5).
  case method(UInt16)
  /// A method of a 7z that isn't read, by its number (Methods.txt of 7-Zip's SDK).
  case coder(UInt64)
  /// A kind of a tar member that isn't read, by its letter.
  case kind(UInt8)
  case name(NameFault)
  /// An earlier member has the same name.
  case repeated
  /// The size in bytes, which is larger than allowed.
  case tooLarge(UInt64)
  /// Its bytes are also those of another member.
  case overlaps
  case damaged(MemberDamage)
  /// Its decoder needs more memory than this number of bytes, which is the most.
  case memory(UInt64)
}

/// Why a member's name can't be used.
package enum NameFault: UInt8, Hashable, Sendable, CaseIterable {
  case empty = 1
  case absolute
  /// It has a part `..`.
  case climbs
  case notUTF8
  /// It has more bytes than allowed.
  case long
  /// It has more parts than allowed.
  case deep
  /// It has control characters.
  case control
}

/// The contradiction in an archive that makes a member unusable.
package enum MemberDamage: UInt8, Hashable, Sendable, CaseIterable {
  /// The bytes don't lie between the start of the archive and its directory.
  case outside = 1
  /// A stored member whose packed bytes aren't as many as its bytes.
  case sizes
  /// An extra field is cut, or lacks a number.
  case extra
  /// There is no local header where the directory says.
  case noHeader
  /// The local header has another name, method, size, or CRC-32 than the directory.
  case otherHeader
  /// The packed bytes can't be unpacked, or give another number of bytes.
  case data
  /// The bytes have another CRC-32.
  case checksum
  /// The archive has no checksum of the bytes.
  case noChecksum
}

extension MemberFault {
  /// Words that follow the member's name.
  package var message: String {
    switch self {
    case .link: "is a link"
    case .device: "is a device, a pipe or a socket"
    case .sparse: "is a sparse file"
    case .encrypted: "is encrypted"
    case .method(let number): "is packed by method \(number), which Upright doesn't read"
    case .coder(let number):
      "is packed by method \(String(number, radix: 16, uppercase: true)) of 7-Zip, which Upright doesn't read"
    case .kind(let letter): "is a member of the unknown kind \(letter)"
    case .name(let fault): fault.message
    case .repeated: "has the name of an earlier member"
    case .tooLarge(let size): "has \(size) bytes, which is more than allowed"
    case .overlaps: "has bytes in common with another member"
    case .damaged(let damage): damage.message
    case .memory(let most): "can't be unpacked with \(most >> 20) MiB of memory"
    }
  }
}

extension NameFault {
  /// Words that follow the member's name.
  package var message: String {
    switch self {
    case .empty: "has an empty name"
    case .absolute: "has an absolute name"
    case .climbs: "has a name with '..'"
    case .notUTF8: "has a name that isn't UTF-8"
    case .long: "has a name that is too long"
    case .deep: "has a name with too many parts"
    case .control: "has a name with control characters"
    }
  }
}

extension MemberDamage {
  /// Words that follow the member's name.
  package var message: String {
    switch self {
    case .outside: "doesn't lie within the archive's data"
    case .sizes: "is stored, but its two sizes differ"
    case .extra: "has a damaged extra field"
    case .noHeader: "has no local header where the directory says"
    case .otherHeader: "has a local header that contradicts the directory"
    case .data: "has packed bytes that are damaged"
    case .checksum: "has another CRC-32 than the archive says"
    case .noChecksum: "has no CRC-32 in the archive"
    }
  }
}
