import System

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
