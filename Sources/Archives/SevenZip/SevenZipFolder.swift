import System

/// A piece of packed data in a 7z, with one file or more behind each other (solid). A folder of the format isn't a
/// folder of files.
struct SevenZipFolder: Hashable, Sendable {
  /// How the data is packed, if it is read.
  enum Method: Hashable, Sendable {
    case copy
    case bzip2
    /// The five bytes of properties, as a little-endian number.
    case lzma(UInt64)
    /// The byte of properties.
    case lzma2(UInt8)
  }

  /// The packed bytes, by their offsets in the archive.
  var packed: Range<UInt64> = 0..<0
  /// The number of unpacked bytes.
  var size: UInt64 = 0
  var checksum: UInt32?
  /// The method, or why the folder can't be unpacked.
  let method: Result<Method, MemberFault>
  /// The number of sizes that describe the folder, and which of them is the folder's own.
  let sizeCount: Int16
  let ownSize: Int16
  /// The number of packed pieces.
  let packCount: Int16

  /// AES-256 with a key by SHA-256.
  private static let encryption: UInt64 = 0x06F1_0701
  private static let copy: UInt64 = 0
  private static let lzma2: UInt64 = 0x21
  private static let lzma: UInt64 = 0x03_0101
  private static let bzip2: UInt64 = 0x04_0202
  private static let mostCoders = 32
  private static let propertyBytes = 1 << 16

  /// Reads the description of a folder.
  init(_ reader: inout ByteReader) throws(WireError) {
    var coders: [(id: UInt64, properties: [UInt8])] = []
    var (inputs, outputs) = (0, 0)
    for _ in 0..<(try reader.packedCount(most: Self.mostCoders)) {
      let flags: UInt8 = try reader.number()
      let id = try reader.raw(Int(flags & 15)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let isComplex = flags & 0x10 != 0
      inputs += isComplex ? try reader.packedCount(most: Self.mostCoders) : 1
      outputs += isComplex ? try reader.packedCount(most: Self.mostCoders) : 1
      let count = flags & 0x20 != 0 ? try reader.packedCount(most: Self.propertyBytes) : 0
      coders.append((id, Array(try reader.raw(count))))
      if flags & 0xC0 != 0 { throw .wrong("a coder of 7z") }
    }
    guard outputs > 0, inputs >= outputs - 1 else { throw .wrong("a folder of 7z") }
    var isBound = Array(repeating: false, count: outputs)
    for _ in 0..<outputs - 1 {
      _ = try reader.packedCount(most: inputs)
      let output = try reader.packedCount(most: outputs - 1)
      isBound[output] = true
    }
    guard let own = isBound.firstIndex(of: false) else { throw .wrong("a folder of 7z") }
    let packs = inputs - (outputs - 1)
    for _ in 0..<packs where packs > 1 { _ = try reader.packedNumber() }
    (sizeCount, ownSize, packCount) = (Int16(clamping: outputs), Int16(clamping: own), Int16(clamping: packs))
    method = Self.method(coders)
  }

  private static func method(_ coders: [(id: UInt64, properties: [UInt8])]) -> Result<Method, MemberFault> {
    if coders.contains(where: { $0.id == encryption }) { return .failure(.encrypted) }
    // A filter before or behind a method makes the folder one that isn't read. No program chains two methods.
    let known: Set<UInt64> = [copy, bzip2, lzma, lzma2]
    guard let coder = coders.first(where: { !known.contains($0.id) }) ?? coders.first else {
      return .failure(.damaged(.data))
    }
    switch (coder.id, coder.properties.count, coders.count) {
    case (copy, 0, 1): return .success(.copy)
    case (bzip2, _, 1): return .success(.bzip2)
    case (lzma, 5, 1):
      return checked(.lzma(coder.properties.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    case (lzma2, 1, 1): return checked(.lzma2(coder.properties[0]))
    default: return .failure(.coder(coder.id))
    }
  }

  private static func checked(_ method: Method) -> Result<Method, MemberFault> {
    LZMADecoder.fault(of: method).map { .failure($0) } ?? .success(method)
  }
}
