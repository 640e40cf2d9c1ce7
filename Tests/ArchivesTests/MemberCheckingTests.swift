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
}
