import System

/// The bytes of members that are packed by Deflate.
package enum MemberInflation {
  /// The first bytes of a member, at most `most` and as many as its first packed bytes give. Damage ends them.
  package static func start(
    _ packed: some Collection<UInt8>, most: Int
  ) throws(SystemError) -> [UInt8] {
    let stream = try InflatingStream(.raw)
    var rest = packed[...]
    var bytes: [UInt8] = []
    while bytes.count < most {
      if stream.left == 0 {
        let piece = rest.prefix(InflatingStream.step)
        stream.give(piece)
        rest = rest.dropFirst(piece.count)
      }
      let (piece, state) = stream.next()
      bytes += piece.prefix(most - bytes.count)
      if state != .goesOn || piece.isEmpty && rest.isEmpty && stream.left == 0 { break }
    }
    return bytes
  }
}

extension MemberPlace {
  /// The fault of the unpacked bytes of a member; nil if they have the size and the CRC-32 of the archive.
  package func fault(bytes: Int, _ sum: CRC32) -> MemberFault? {
    if UInt64(exactly: bytes) != size { return .damaged(.data) }
    return checksum == nil || checksum == sum.value ? nil : .damaged(.checksum)
  }

  /// The same of a file that holds the first `bytes` unpacked bytes.
  package func fault(of file: MemoryFile, bytes: Int) throws(SystemError) -> MemberFault? {
    var (sum, offset) = (CRC32(), 0)
    while checksum != nil, offset < bytes {
      let piece = try file.bytes(min(1 << 18, bytes - offset), at: offset)
      if piece.isEmpty { break }
      sum.add(piece)
      offset += piece.count
    }
    return fault(bytes: bytes, sum)
  }
}
