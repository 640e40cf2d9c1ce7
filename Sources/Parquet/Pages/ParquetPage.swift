import CZlib

/// A decompressed page.
struct ParquetPage {
  /// The place of a page in its file: its header and its stored bytes.
  struct Place: Hashable, Sendable {
    let start: UInt64
    let bytes: Int
  }

  let isDictionary: Bool
  /// The number of values, nulls and empty lists; in a dictionary, of entries.
  let count: Int
  let encoding: Int
  let place: Place
  /// The bytes in which the levels lie, and their ranges there; empty if the column has no such levels.
  let levels: [UInt8]
  let repetition: Range<Int>
  let definition: Range<Int>
  /// The bytes in which the values lie, from `start` on.
  let values: [UInt8]
  let start: Int

  /// Makes a page of its stored bytes. Nil if the page has neither values nor a dictionary.
  init?(
    _ header: PageHeader, _ stored: ArraySlice<UInt8>, at place: Place, of leaf: ParquetLeaf,
    codec: ParquetCodec
  ) throws(ParquetFault) {
    guard header.kind != .other else { return nil }
    guard let bytes = header.bytes, let count = header.values, let encoding = header.encoding else {
      throw .damaged("the header of a page of '\(leaf.path)' lacks numbers")
    }
    if let checksum = header.checksum, Self.checksum(stored) != checksum {
      throw .damaged("the checksum of a page of '\(leaf.path)' is wrong")
    }
    (self.count, self.encoding, self.place) = (count, encoding, place)
    isDictionary = header.kind == .dictionary
    if header.kind == .data2 {
      let (first, second) = (header.repetitionBytes, header.definitionBytes)
      guard first + second <= min(stored.count, bytes) else {
        throw .damaged("the levels of a page of '\(leaf.path)' are longer than the page")
      }
      levels = Array(stored.prefix(first + second))
      repetition = 0..<(leaf.repetition > 0 ? first : 0)
      definition = first..<(leaf.definition > 0 ? first + second : first)
      values = try (header.isCompressed ? codec : .uncompressed).decoded(
        stored.dropFirst(first + second), size: bytes - first - second, of: leaf)
      start = 0
      return
    }
    values = try codec.decoded(stored, size: bytes, of: leaf)
    levels = values
    var place = 0
    if isDictionary {
      (repetition, definition, start) = (0..<0, 0..<0, 0)
      return
    }
    repetition =
      leaf.repetition > 0
      ? try Self.levels(values, &place, header.repetitionEncoding, leaf) : 0..<0
    definition =
      leaf.definition > 0
      ? try Self.levels(values, &place, header.definitionEncoding, leaf) : 0..<0
    start = place
  }

  /// The range of the levels at `place`, behind their length of 32 bits. Moves the place behind them.
  private static func levels(
    _ bytes: [UInt8], _ place: inout Int, _ encoding: Int, _ leaf: ParquetLeaf
  ) throws(ParquetFault) -> Range<Int> {
    guard encoding == PageHeader.Encoding.runs else {
      throw .unsupported("levels of '\(leaf.path)' have an old encoding (\(encoding))")
    }
    guard let length = bytes.length(at: place), length <= bytes.count - place - 4 else {
      throw .damaged("the levels of a page of '\(leaf.path)' are longer than the page")
    }
    let start = place + 4
    place = start + length
    return start..<place
  }

  /// The CRC-32 of `bytes`, with the polynomial of gzip.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

extension [UInt8] {
  /// The little-endian number of 32 bits at `place`; nil if the bytes end before.
  func length(at place: Int) -> Int? {
    guard place >= 0, count - place >= 4 else { return nil }
    return withUnsafeBytes {
      Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }
  }
}
