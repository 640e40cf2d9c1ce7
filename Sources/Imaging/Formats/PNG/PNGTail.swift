import CZlib
import ImageModel

/// The last bytes of a PNG that comes by ranges.
///
/// libpng cuts a picture's data into `IDAT` chunks of 8 KiB. To walk along these chunks would mean to fetch the whole
/// file. The chunks behind the data are found from the file's end instead.
struct PNGTail {
  /// The most bytes that are looked at.
  private static let length = 64 << 10
  /// A chunk has 4 bytes for its length and 4 for its type before its data, and 4 for its CRC after it (PNG, third
  /// edition, section 5.3).
  private static let frame = 12

  private let bytes: [UInt8]

  /// The offset of the last `IDAT` chunk. From there, whole chunks with right CRCs lead to `IEND` at the file's end. Nil
  /// if no such chunk begins at `place` or after it, near the file's end.
  static func lastData(of input: inout HeaderInput, from place: Int) throws(ImageError) -> Int? {
    let start = max(place, input.size - length)
    let tail = PNGTail(bytes: try input.bytes(at: start, count: input.size - start))
    return tail.lastData().map { start + $0 }
  }

  private func lastData() -> Int? {
    var end = bytes.count
    while let start = chunk(endingAt: end) {
      let type = bytes[start + 4..<start + 8]
      if type.elementsEqual("IDAT".utf8) { return start }
      if end == bytes.count, !type.elementsEqual("IEND".utf8) { return nil }
      end = start
    }
    return nil
  }

  /// The place of the chunk that ends at `end`; nil if none does.
  private func chunk(endingAt end: Int) -> Int? {
    stride(from: end - Self.frame, through: 0, by: -1).first { start in
      number(at: start) == end - Self.frame - start && number(at: end - 4) == checksum(start + 4..<end - 4)
    }
  }

  private func number(at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private func checksum(_ range: Range<Int>) -> Int {
    bytes[range].withUnsafeBufferPointer { Int(crc32(0, $0.baseAddress, UInt32($0.count))) }
  }
}
