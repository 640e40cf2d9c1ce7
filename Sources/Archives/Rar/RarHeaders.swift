import System

/// The headers of a RAR (technote.txt of WinRAR; "RAR 5.0 archive format" of RARLAB). They give two facts that
/// libarchive doesn't tell: the checksums of files, and in version 5 their encryption.
struct RarHeaders {
  struct File {
    /// In bytes, unpacked.
    var size: UInt64
    /// The CRC-32; nil if the header has none.
    var checksum: UInt32?
    var isEncrypted: Bool
    /// True for a dictionary above 64 MiB, or a version after 5.0, which libarchive refuses.
    var isUnknown = false
  }

  private enum Block {
    case file(File)
    case other
    case end(End)
  }

  /// The kinds of last headers.
  enum End {
    /// The mark of the archive's end.
    case mark
    /// All headers behind it are encrypted.
    case secret
  }

  static let magic = Array("Rar!\u{1A}\u{7}".utf8)
  /// The most bytes of a header of version 5.
  private static let most = 2 << 20

  private let isFive: Bool
  /// The offset of the next header.
  private var offset: UInt64
  /// The end of the headers; nil until it was reached, or if there is none.
  private(set) var end: End?
  /// True if this file is a part of an archive of several files.
  private(set) var isPart = false

  /// The headers of a file that begins with these bytes; nil if it is no RAR.
  init?(_ start: ArraySlice<UInt8>) {
    guard start.starts(with: Self.magic) else { return nil }
    isFive = start.dropFirst(Self.magic.count).first == 1
    offset = UInt64(Self.magic.count) + (isFive ? 2 : 1)
  }

  /// The next file, folder or link; nil behind the last one, or where no header is.
  mutating func next(_ input: PackedInput) throws(SystemError) -> File? {
    while true {
      let block: Block
      do throws(HeaderError) { block = try isFive ? readFive(input) : readFour(input) } catch {
        switch error {
        case .file(let error): throw error
        case .bytes: return nil
        }
      }
      switch block {
      case .file(let file): return file
      case .other: break
      case .end(let end):
        self.end = end
        return nil
      }
    }
  }

  private enum HeaderError: Error {
    case file(SystemError)
    case bytes
  }

  private func bytes(_ count: Int, _ input: PackedInput) throws(HeaderError) -> ByteReader {
    do throws(SystemError) { return ByteReader(try input.read(offset..<offset + UInt64(count))) } catch {
      throw .file(error)
    }
  }

  /// Goes on behind a header and the data that follows it.
  private mutating func skip(_ header: Int, _ data: UInt64) throws(WireError) {
    let (next, isOver) = offset.addingReportingOverflow(UInt64(header))
    let (end, isAlsoOver) = next.addingReportingOverflow(data)
    guard !isOver, !isAlsoOver, end <= 1 << 62 else { throw .wrong("a size of RAR") }
    offset = end
  }

  private mutating func readFour(_ input: PackedInput) throws(HeaderError) -> Block {
    var reader = try bytes(40, input)
    do throws(WireError) {
      _ = try reader.number(UInt16.self)
      let (kind, flags) = (try reader.number(UInt8.self), try reader.number(UInt16.self))
      let count = Int(try reader.number(UInt16.self))
      guard count >= 7 else { throw .wrong("a header of RAR") }
      if kind == 0x7B { return .end(.mark) }
      if kind == 0x73 && flags & 1 != 0 { isPart = true }
      if kind == 0x73 && flags & 0x80 != 0 { return .end(.secret) }
      let data = flags & 0x8000 != 0 ? UInt64(try reader.number(UInt32.self)) : 0
      guard kind == 0x74 || kind == 0x7A else {
        try skip(count, data)
        return .other
      }
      var size = UInt64(try reader.number(UInt32.self))
      _ = try reader.number(UInt8.self)
      let sum: UInt32 = try reader.number()
      _ = try reader.raw(12)
      var upper: UInt64 = 0
      if flags & 0x100 != 0 {
        upper = UInt64(try reader.number(UInt32.self)) << 32
        size |= UInt64(try reader.number(UInt32.self)) << 32
      }
      try skip(count, data | upper)
      return kind == 0x7A ? .other : .file(File(size: size, checksum: sum, isEncrypted: flags & 4 != 0))
    } catch { throw .bytes }
  }

  private mutating func readFive(_ input: PackedInput) throws(HeaderError) -> Block {
    var start = try bytes(8, input)
    let count: Int
    do throws(WireError) {
      _ = try start.number(UInt32.self)
      let left = start.count
      let size = try start.sevenBits()
      guard size <= UInt64(Self.most) else { throw .wrong("a header of RAR") }
      count = 4 + (left - start.count) + Int(size)
    } catch { throw .bytes }
    var reader = try bytes(count, input)
    do throws(WireError) {
      guard reader.count == count else { throw .endsEarly }
      _ = try reader.number(UInt32.self)
      _ = try reader.sevenBits()
      let (kind, flags) = (try reader.sevenBits(), try reader.sevenBits())
      let extra = flags & 1 != 0 ? try reader.sevenBits() : 0
      try skip(count, flags & 2 != 0 ? try reader.sevenBits() : 0)
      switch kind {
      case 1:
        if try reader.sevenBits() & 1 != 0 { isPart = true }
        return .other
      case 2: return .file(try Self.fileOfFive(&reader, extra: extra))
      case 4: return .end(.secret)
      case 5: return .end(.mark)
      default: return .other
      }
    } catch { throw .bytes }
  }

  private static func fileOfFive(_ reader: inout ByteReader, extra: UInt64) throws(WireError) -> File {
    let flags = try reader.sevenBits()
    var file = File(size: try reader.sevenBits(), checksum: nil, isEncrypted: false)
    _ = try reader.sevenBits()
    if flags & 2 != 0 { _ = try reader.number(UInt32.self) }
    if flags & 4 != 0 { file.checksum = try reader.number() }
    // The version, and how often 128 KiB are doubled.
    let packing = try reader.sevenBits()
    file.isUnknown = packing & 0x3F != 0 || packing >> 10 & 0x1F > 9
    // Fields of extra data end the header: each one has a size and a kind.
    guard extra <= UInt64(reader.count) else { throw .endsEarly }
    _ = try reader.raw(reader.count - Int(extra))
    while reader.count > 0 {
      let size = try reader.sevenBits()
      guard size > 0, size <= UInt64(reader.count) else { break }
      var field = ByteReader(Array(try reader.raw(Int(size))))
      if try field.sevenBits() == 1 { file.isEncrypted = true }
    }
    return file
  }
}

extension ByteReader {
  /// A number in pieces of 7 bits, the lowest first. All bytes but the last have the upper bit.
  fileprivate mutating func sevenBits() throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<9 {
      let byte: UInt8 = try number()
      value |= UInt64(byte & 0x7F) << UInt64(7 * place)
      if byte & 0x80 == 0 { return value }
    }
    throw .wrong("a number of RAR")
  }
}
