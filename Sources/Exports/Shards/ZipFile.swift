import Archives
import Glibc
import System

/// A zip file whose members are stored, written member by member (APPNOTE 6.3.10). Members have the time 1980-01-01, mode
/// 644 and names in UTF-8, so equal members give equal bytes. Numbers that don't fit 16 or 32 bits are those of zip64.
///
/// libarchive's writer would put each CRC-32 behind the data, where programs that read a zip as a stream can't use it, and
/// mark UTF-8 only in a locale with it. In memory is the directory: some 60 bytes and a name for each member.
struct ZipFile {
  private let number: Int32
  /// The bytes written so far.
  private var offset: Int
  private var directory = ByteWriter()
  private var count = 0

  /// A file is copied in pieces of this number of bytes.
  private static let piece = 1 << 18
  private static let utf8Flag: UInt16 = 1 << 11
  private static let stored: UInt16 = 0
  /// The first day that the format knows, in its own coding: the day, and the month above 5 bits.
  private static let date: UInt16 = 1 << 5 | 1
  private static let unix: UInt16 = 3 << 8
  private static let attributes = UInt32(S_IFREG | 0o644) << 16
  private static let localBytes = ZipLocalHeader.fixedBytes
  private static let checksumOffset = 14
  private static let entryBytes = 46
  /// The most bytes of an extra field with three numbers of 64 bits.
  private static let extraBytes = 28

  /// The most bytes that a member takes. `bytes` is the length of its content.
  static func room(_ name: String, _ bytes: Int) -> Int {
    bytes + localBytes + entryBytes + 2 * (name.utf8.count + extraBytes)
  }

  /// The most bytes behind the directory.
  static let tail = 22 + 56 + 20

  /// Begins a zip file at the offset at which the open file `number` stands.
  init(to number: Int32) throws(SystemError) {
    self.number = number
    offset = try SystemError.check { lseek(number, 0, SEEK_CUR) }
  }

  /// Adds a member with the first `count` bytes of an open file. Throws `EIO` if the file has fewer bytes.
  mutating func add(_ name: String, _ count: Int, of file: borrowing Descriptor) throws(SystemError) {
    let start = offset
    try write(local(name, count))
    var checksum = CRC32()
    var done = 0
    while done < count {
      let bytes = try file.read(min(Self.piece, count - done), at: done)
      if bytes.isEmpty { throw SystemError(EIO) }
      checksum.add(bytes)
      try write(bytes)
      done += bytes.count
    }
    var sum = ByteWriter()
    sum.number(checksum.value)
    try Descriptor.write(sum.bytes, to: number, at: start + Self.checksumOffset)
    enter(name, count, checksum.value, start)
  }

  /// Writes the directory and the end of the file.
  mutating func close() throws(SystemError) {
    let (start, bytes) = (offset, directory.bytes)
    try write(bytes)
    var end = ByteWriter()
    if count >= UInt16.max || max(start, bytes.count) >= UInt32.max {
      end.number(0x0606_4B50 as UInt32)
      end.number(44 as UInt64)
      end.number(Self.unix | 45)
      end.number(45 as UInt16)
      end.number(0 as UInt64)
      for value in [count, count, bytes.count, start] { end.number(UInt64(value)) }
      end.number(0x0706_4B50 as UInt32)
      end.number(0 as UInt32)
      end.number(UInt64(offset))
      end.number(1 as UInt32)
    }
    end.number(0x0605_4B50 as UInt32)
    end.number(0 as UInt32)
    for _ in 0..<2 { end.number(UInt16(clamping: count)) }
    end.number(UInt32(clamping: bytes.count))
    end.number(UInt32(clamping: start))
    end.number(0 as UInt16)
    try write(end.bytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    try Descriptor.write(bytes, to: number)
    offset += bytes.count
  }

  /// The header before a member's data. Its CRC-32 is 0 until the data is written.
  private func local(_ name: String, _ bytes: Int) -> [UInt8] {
    var header = ByteWriter()
    let extra = bytes >= UInt32.max ? Self.extra([bytes, bytes]) : []
    header.number(0x0403_4B50 as UInt32)
    Self.common(&header, name, bytes, sum: 0, extra)
    header.raw(name.utf8)
    header.raw(extra)
    return header.bytes
  }

  /// Adds a member to the directory.
  private mutating func enter(_ name: String, _ bytes: Int, _ sum: UInt32, _ start: Int) {
    let large = (bytes >= UInt32.max ? [bytes, bytes] : []) + (start >= UInt32.max ? [start] : [])
    let extra = large.isEmpty ? [] : Self.extra(large)
    directory.number(0x0201_4B50 as UInt32)
    directory.number(Self.unix | 45)
    Self.common(&directory, name, bytes, sum: sum, extra)
    // The comment's length, the disk and the inner attributes.
    for _ in 0..<3 { directory.number(0 as UInt16) }
    directory.number(Self.attributes)
    directory.number(UInt32(clamping: start))
    directory.raw(name.utf8)
    directory.raw(extra)
    count += 1
  }

  /// The fields that both headers have.
  private static func common(
    _ header: inout ByteWriter, _ name: String, _ bytes: Int, sum: UInt32, _ extra: [UInt8]
  ) {
    header.number((extra.isEmpty ? 20 : 45) as UInt16)
    header.number(utf8Flag)
    header.number(stored)
    header.number(0 as UInt16)
    header.number(date)
    header.number(sum)
    for _ in 0..<2 { header.number(UInt32(clamping: bytes)) }
    header.number(UInt16(clamping: name.utf8.count))
    header.number(UInt16(extra.count))
  }

  /// The extra field of zip64 with these numbers.
  private static func extra(_ numbers: [Int]) -> [UInt8] {
    var field = ByteWriter()
    field.number(1 as UInt16)
    field.number(UInt16(numbers.count * MemoryLayout<UInt64>.size))
    for number in numbers { field.number(UInt64(number)) }
    return field.bytes
  }
}
