import System

/// Which file restart points belong to: its size, and the checksum of its first and last bytes.
struct PackedIdentity: Hashable {
  private static let most = 64 << 10

  let packer: ArchiveFault.Packer
  let bytes: UInt64
  let checksum: UInt32

  init(_ file: any PackedFile, _ packer: ArchiveFault.Packer) throws(SystemError) {
    let size = try file.size()
    let start = try file.read(Self.most, at: 0)
    let end = try file.read(Self.most, at: max(0, size - Self.most))
    self.packer = packer
    bytes = UInt64(max(0, size))
    checksum = CRC32C.of(start + end)
  }
}

extension RestartPoints {
  private static let magic = Array("UPPOINTS".utf8)
  private static let version: UInt32 = 1

  /// The points as bytes: a magic word, a version, which file they belong to, the number of its unpacked bytes (all
  /// bits are set if it isn't known), the points, and the CRC-32C of all this.
  func bytes(_ identity: PackedIdentity, size: UInt64?) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.number(Self.version)
    writer.number(identity.packer.rawValue)
    writer.number(identity.bytes)
    writer.number(identity.checksum)
    writer.number(size ?? .max)
    writer.number(distance)
    writer.number(UInt64(list.count))
    for point in list {
      writer.number(point.packed)
      writer.number(point.unpacked)
      writer.number(UInt32(truncatingIfNeeded: point.state.count))
      writer.raw(point.state)
    }
    writer.number(CRC32C.of(writer.bytes))
    return writer.bytes
  }

  /// Reads points and the number of unpacked bytes; nil if the bytes are damaged, of another version, or not those of
  /// this file.
  static func read(_ bytes: [UInt8], _ identity: PackedIdentity) -> (points: RestartPoints, size: UInt64?)? {
    let sumBytes = MemoryLayout<UInt32>.size
    guard bytes.count >= sumBytes,
      bytes[...].number(at: bytes.count - sumBytes, UInt32.self) == CRC32C.of(bytes.dropLast(sumBytes))
    else { return nil }
    do throws(WireError) {
      var reader = ByteReader(bytes)
      guard try reader.raw(magic.count).elementsEqual(magic), try reader.number(UInt32.self) == version,
        try reader.number(UInt8.self) == identity.packer.rawValue,
        try reader.number(UInt64.self) == identity.bytes, try reader.number(UInt32.self) == identity.checksum
      else { return nil }
      let (size, distance) = try (reader.number(UInt64.self), reader.number(UInt64.self))
      guard let list = try points(&reader, identity.bytes),
        reader.count == sumBytes, list.last.map({ $0.unpacked <= size }) != false
      else { return nil }
      return (RestartPoints(list, distance: distance), size == .max ? nil : size)
    } catch { return nil }
  }

  /// Reads the points; nil unless each one lies behind the one before, and in a file of so many bytes.
  private static func points(_ reader: inout ByteReader, _ most: UInt64) throws(WireError) -> [Point]? {
    var list: [Point] = []
    for _ in 0..<Int(clamping: try reader.number(UInt64.self)) {
      let (packed, unpacked) = try (reader.number(UInt64.self), reader.number(UInt64.self))
      let state = Array(try reader.raw(Int(reader.number(UInt32.self))))
      let before = list.last
      guard packed <= most, packed > before?.packed ?? 0, unpacked > before?.unpacked ?? 0 else { return nil }
      list.append(Point(packed: packed, unpacked: unpacked, state: state))
    }
    return list
  }
}
