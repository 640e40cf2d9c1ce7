import Archives
import System
import Testing

@Suite struct MemberCheckingTests {
  /// `upright ` 40 times, compressed by Python's zlib, and its CRC-32.
  private let deflated: [UInt8] = [
    0x2b, 0x2d, 0x28, 0xca, 0x4c, 0xcf, 0x28, 0x51, 0x28, 0x1d, 0xa5, 0xc9, 0xa2, 0x01,
  ]
  private let text = Array(String(repeating: "upright ", count: 40).utf8)
  private let sum: UInt32 = 0x1C47_7635

  private func place(size: UInt64, _ checksum: UInt32?) -> MemberPlace {
    MemberPlace(header: 0, offset: 30, packed: 14, size: size, method: .deflate, checksum: checksum)
  }

  @Test("The CRC-32 is that of RFC 1952, also in pieces")
  func crc() {
    // The check value of this CRC's catalogue.
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    var running = CRC32()
    running.add(Array("1234".utf8))
    running.add("56789".utf8.lazy.map { $0 })
    #expect(running.value == 0xCBF4_3926)
    #expect(CRC32.of([]) == 0)
    #expect(CRC32.of(text) == sum)
  }

  @Test("Bytes of another size or checksum are a fault")
  func faults() throws {
    var running = CRC32()
    running.add(text)
    #expect(place(size: 320, sum).fault(bytes: 320, running) == nil)
    #expect(place(size: 320, nil).fault(bytes: 320, CRC32()) == nil)
    #expect(place(size: 321, sum).fault(bytes: 320, running) == .damaged(.data))
    #expect(place(size: 320, sum ^ 1).fault(bytes: 320, running) == .damaged(.checksum))
    let file = try MemoryFile(deflated)
    guard case .file(let whole, let bytes) = try file.inflated(deflated.count, .raw, within: 1000) else {
      Issue.record("the data isn't inflated")
      return
    }
    #expect(try place(size: 320, sum).fault(of: whole, bytes: bytes) == nil)
    #expect(try place(size: 320, 7).fault(of: whole, bytes: bytes) == .damaged(.checksum))
  }

  /// The fault of a file that zstd packed and that must give `size` bytes; nil if it gives these.
  private func fault(_ packed: [UInt8], size: Int) throws -> MemberFault? {
    switch try MemoryFile(packed).unpacked(.zstd, exactly: size) {
    case .failure(let fault): return fault
    case .success(let file):
      #expect(try file.bytes(size + 1).count == size)
      return nil
    }
  }

  @Test("Bytes that zstd packed are unpacked if they have the stated size")
  func zstd() throws {
    // The text, compressed by the program `zstd`.
    let packed = try #require(PackedData(.zstd, base64: "KLUv/QRofQAAQHVwcmlnaHQgAQA11csFzFAD8g==")).bytes
    #expect(try MemoryFile(packed).unpacked(.zstd, exactly: 320).get().bytes(400) == text)
    #expect(try fault(packed + packed, size: 640) == nil)
    for size in [0, 1, 319, 321] { #expect(try fault(packed, size: size) == .damaged(.data)) }
    for count in 0..<packed.count {
      #expect(try fault(Array(packed[..<count]), size: 320) == .damaged(.data), "\(count)")
    }
    #expect(try fault(packed + [0], size: 320) == .damaged(.data))
    // The last byte belongs to the checksum of the frame.
    #expect(try fault(packed.changed(at: packed.count - 1), size: 320) == .damaged(.data))
    // A window of 256 MiB (RFC 8878, section 3.1.1.1.2) with a block of one raw byte.
    let wide: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 18 << 3, 9, 0, 0, 0x61]
    #expect(try fault(wide, size: 1) == .memory(128 << 20))
  }

  @Test("A few bytes may give very many zeros, and no more than the stated size")
  func zeros() throws {
    // Blocks that repeat a zero 128 KiB times (RFC 8878, section 3.1.1.2), and a last one of no bytes.
    let block: [UInt8] = [0x02, 0x00, 0x10, 0]
    let blocks = (0..<1024).flatMap { _ in block }
    let bomb: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3] + blocks + [1, 0, 0]
    #expect(try fault(bomb, size: 128 << 20) == nil)
    #expect(try fault(bomb, size: 128 << 20 - 1) == .damaged(.data))
  }
}
