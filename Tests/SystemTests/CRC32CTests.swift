import System
import TestSupport
import Testing

@Suite struct CRC32CTests {
  /// The check value, and those of RFC 3720, appendix B.4.
  @Test func knownValues() {
    #expect(CRC32C.of(Array("123456789".utf8)) == 0xE306_9283)
    #expect(CRC32C.of([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(CRC32C.of([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(CRC32C.of(Array(0..<32)) == 0x46DD_794E)
    #expect(CRC32C.of([]) == 0)
  }

  @Test func everyLengthAndStart() {
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 43) }
    for start in 0..<9 {
      for end in start...100 {
        #expect(CRC32C.of(bytes[start..<end]) == BitwiseCRC32C.of(bytes[start..<end]))
      }
    }
  }

  @Test func whatIsNotStoredInOnePiece() {
    let bytes = Array("checksum of bytes".utf8)
    #expect(CRC32C.of(bytes.lazy.map { $0 }) == BitwiseCRC32C.of(bytes))
  }
}
