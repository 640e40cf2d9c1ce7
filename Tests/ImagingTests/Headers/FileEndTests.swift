import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Files that show by their end whether a part of their picture is missing.
struct FileEndTests {
  private static func isMissing(_ format: SourceFormat, _ bytes: [UInt8]) throws -> Bool {
    let file = try OpenBytes(bytes)
    return try FileEnd(of: file.descriptor, bytes: bytes.count).isMissing(in: format)
  }

  private static let zeros = [UInt8](repeating: 0, count: 140_000)

  /// SOI, a segment APP1 that contains the bytes of EOI, and SOS. The scan begins behind these 14 bytes.
  private static let scan: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9, 0xFF, 0xDA, 0, 2]

  @Test("A JPEG ends with an EOI behind its scans, not with one in a segment")
  func jpeg() throws {
    #expect(try !Self.isMissing(.jpeg, Self.scan + [1, 2, 0xFF, 0xD9]))
    #expect(try Self.isMissing(.jpeg, Self.scan + [1, 2, 0xFF]))
    #expect(try Self.isMissing(.jpeg, Array(Self.scan.prefix(10))))
    #expect(try Self.isMissing(.jpeg, Self.scan + Self.zeros))
  }

  @Test("Data behind a JPEG doesn't hide its EOI", arguments: [0, 1, 65534, 65535, 65536])
  func behind(length: Int) throws {
    #expect(try !Self.isMissing(.jpeg, Self.scan + Self.zeros.prefix(length) + [0xFF, 0xD9] + Self.zeros))
  }

  @Test("A PNG ends with the chunk IEND")
  func png() throws {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // The bytes of the name IEND are data here.
    let header: [UInt8] = signature + [0, 0, 0, 4] + Array("IHDRIEND".utf8) + [0, 0, 0, 0]
    let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    #expect(try !Self.isMissing(.png, header + end))
    #expect(try !Self.isMissing(.png, header + end + Self.zeros))
    #expect(try Self.isMissing(.png, header + Self.zeros.prefix(24)))
  }

  @Test("A WebP has the bytes that its header counts, perhaps without the last one for padding")
  func webp() throws {
    for (excess, isMissing) in [(-4, false), (0, false), (1, false), (2, true), (1 << 30, true)] {
      let size = 92 + excess
      let head = Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
      #expect(try Self.isMissing(.webp, head + Self.zeros.prefix(92)) == isMissing, "\(excess)")
    }
  }

  @Test("Other formats don't tell it")
  func others() throws {
    for format in SourceFormat.allCases where !FileEnd.tells(format) {
      #expect(try !Self.isMissing(format, []))
    }
    #expect([.jpeg, .png, .webp].allSatisfy(FileEnd.tells))
  }
}
