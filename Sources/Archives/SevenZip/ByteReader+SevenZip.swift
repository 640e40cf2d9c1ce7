import System

/// Values of a 7z header (7zFormat.txt of 7-Zip's SDK).
extension ByteReader {
  /// A number of 1 to 9 bytes. Each leading one in the first byte stands for a further byte; the bits behind the first
  /// zero are the number's upper ones.
  mutating func packedNumber() throws(WireError) -> UInt64 {
    let first: UInt8 = try number()
    var value: UInt64 = 0
    for place in 0..<8 {
      let bit = UInt8(0x80) >> UInt8(place)
      if first & bit == 0 { return value | UInt64(first & (bit - 1)) << UInt64(8 * place) }
      value |= UInt64(try number(UInt8.self)) << UInt64(8 * place)
    }
    return value
  }

  /// A number that counts things. Throws if there are more than `most`.
  mutating func packedCount(most: Int) throws(WireError) -> Int {
    let number = try packedNumber()
    guard let count = Int(exactly: number), count <= most else { throw .wrong("a count of 7z") }
    return count
  }

  /// A number of bytes or an offset. The largest is so small that no sum of two overflows.
  mutating func packedSize() throws(WireError) -> UInt64 {
    let number = try packedNumber()
    guard number <= 1 << 62 else { throw .wrong("a size of 7z") }
    return number
  }

  /// `count` bits, the upper bits of each byte first.
  mutating func bits(_ count: Int) throws(WireError) -> [Bool] {
    let bytes = try raw((count + 7) / 8)
    return (0..<count).map { bytes[bytes.startIndex + $0 / 8] & UInt8(0x80) >> UInt8($0 % 8) != 0 }
  }

  /// `count` bits, or a byte that isn't 0 if all are set.
  mutating func bitsOrAll(_ count: Int) throws(WireError) -> [Bool] {
    try number(UInt8.self) == 0 ? bits(count) : Array(repeating: true, count: count)
  }

  /// A 32-bit number for each of `count` things; nil for those that have none.
  mutating func numbers(where isThere: [Bool]) throws(WireError) -> [UInt32?] {
    var numbers: [UInt32?] = []
    for isThere in isThere { numbers.append(isThere ? try number() : nil) }
    return numbers
  }

  /// Throws unless the next number is `kind`.
  mutating func expect(_ kind: SevenZipKind) throws(WireError) {
    guard try packedNumber() == kind.rawValue else { throw .wrong("a property of 7z") }
  }
}

extension WireError {
  /// An archive has more members than allowed.
  static let tooManyMembers = Self.wrong("the number of members")
  /// A 7z has more pieces of packed data than allowed.
  static let tooManyFolders = Self.wrong("the number of folders of 7z")
}

/// The numbers that begin the parts of a 7z header.
enum SevenZipKind: UInt64 {
  case end = 0
  case header
  case archiveProperties
  case additionalStreams
  case mainStreams
  case files
  case packs
  case unpacks
  case substreams
  case size
  case sum
  case folder
  case unpackedSizes
  case streamCounts
  case emptyStreams
  case emptyFiles
  case names = 0x11
  case attributes = 0x15
  case packedHeader = 0x17
}
