import System

extension MemoryFile {
  /// Unpacks the file, which holds compressed data of this format, into a sealed file of `size` bytes. Returns the
  /// fault of data that is damaged or cut, gives another number of bytes, or needs a decoder that takes more than
  /// ``FixedLimits/Archive/unpackMemory``.
  package func unpacked(
    _ packer: ArchiveFault.Packer, exactly size: Int
  ) throws(SystemError) -> Result<MemoryFile, MemberFault> {
    let unpacker = try packer.unpacker()
    var input = PackedInput(SharedDescriptor(try duplicate()))
    let file = try MemoryFile(most: size)
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: RecentBytes.step)
    defer { room.deallocate() }
    var made = 0
    while true {
      let step = try unpacker.unpack(&input, to: room)
      if step.count > size - made { return .failure(.damaged(.data)) }
      try file.write(Array(room[..<step.count]), at: made)
      made += step.count
      switch step.end {
      case nil: break
      case .whole where made == size:
        try file.seal(made)
        return .success(file)
      case .fault(.unpacking(.memory)): return .failure(.memory(UInt64(FixedLimits.Archive.unpackMemory)))
      default: return .failure(.damaged(.data))
      }
    }
  }
}
