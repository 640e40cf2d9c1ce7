import System
import TestSupport
import Testing

@Suite struct MemoryFileInflationTests {
  /// `upright ` 40 times, compressed by Python's zlib.
  private let deflated = "2b2d28ca4ccf2851281da5c9a201"
  private let text = Array(String(repeating: "upright ", count: 40).utf8)

  private func bytes(_ hexadecimal: String) throws -> [UInt8] {
    let digits = Array(hexadecimal)
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
    }
  }

  /// The compressed text in a wrapping. The checksums are Python's.
  private func packed(_ wrapping: InflatingStream.Wrapping) throws -> [UInt8] {
    switch wrapping {
    case .gzip: try bytes("1f8b0800000000000203\(deflated)3576471c40010000")
    case .zlib: try bytes("789c\(deflated)defa7d79")
    case .raw: try bytes(deflated)
    }
  }

  /// The inflated bytes, or `damaged` or `large`.
  private func inflated(
    _ packed: [UInt8], _ wrapping: InflatingStream.Wrapping, within most: Int = 1 << 20, ratio: Int = .max
  ) throws -> (bytes: [UInt8]?, fault: String) {
    switch try MemoryFile(packed).inflated(packed.count, wrapping, within: most, ratio: ratio) {
    case .damaged: return (nil, "damaged")
    case .large: return (nil, "large")
    case .file(let file, let count):
      #expect(throws: (any Error).self) { try file.seal(0) }
      return (try file.bytes(count + 1), "")
    }
  }

  @Test("Data is inflated in each wrapping", arguments: InflatingStream.Wrapping.allCases)
  func wrappings(_ wrapping: InflatingStream.Wrapping) throws {
    let packed = try packed(wrapping)
    #expect(try inflated(packed, wrapping).bytes == text)
    #expect(try inflated(packed + [0, 0, 7], wrapping).bytes == text)
    for other in InflatingStream.Wrapping.allCases where other != wrapping {
      #expect(try inflated(packed, other).bytes == nil)
    }
  }

  @Test("Data that is cut at any byte is damaged", arguments: InflatingStream.Wrapping.allCases)
  func cut(_ wrapping: InflatingStream.Wrapping) throws {
    let packed = try packed(wrapping)
    for count in packed.indices {
      #expect(try inflated(Array(packed[..<count]), wrapping).fault == "damaged", "\(count)")
    }
  }

  @Test("A wrong checksum is damage", arguments: [InflatingStream.Wrapping.gzip, .zlib])
  func checksum(_ wrapping: InflatingStream.Wrapping) throws {
    var packed = try packed(wrapping)
    packed[packed.count - (wrapping == .gzip ? 8 : 4)] ^= 1
    #expect(try inflated(packed, wrapping).fault == "damaged")
  }

  @Test("The members of a gzip file are joined")
  func members() throws {
    let abc = try bytes("1f8b08000000000002034b4c4a0600c241243503000000")
    #expect(try inflated(packed(.gzip) + abc + abc, .gzip).bytes == text + Array("abcabc".utf8))
    #expect(try inflated(abc + abc.dropLast(), .gzip).fault == "damaged")
  }

  @Test("The largest size is that of the whole file")
  func most() throws {
    #expect(try inflated(packed(.gzip), .gzip, within: 320).bytes == text)
    #expect(try inflated(packed(.gzip), .gzip, within: 319).fault == "large")
    #expect(try inflated(packed(.gzip) + packed(.gzip), .gzip, within: 639).fault == "large")
    #expect(try inflated(packed(.gzip), .gzip, within: 0).fault == "large")
  }

  @Test("Data of many pieces is inflated, and data that is much larger than any picture's isn't")
  func large() throws {
    var random = SplitMix64(seed: 7)
    let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(try inflated(TestSVG.compressed(noise), .gzip).bytes == noise)
    // Zeros become a thousandth. With a lower ratio they may have 64 MiB, and no more.
    let zeros = try GzipProgram.compressed([UInt8](repeating: 0, count: 64 << 20))
    #expect(try inflated(zeros, .gzip, within: 1 << 30, ratio: 100).bytes?.count == 64 << 20)
    let one = try bytes("1f8b08000000000002034b4c4a0600c241243503000000")
    #expect(try inflated(zeros + one, .gzip, within: 1 << 30, ratio: 100).fault == "large")
    #expect(try inflated(zeros + one, .gzip, within: 1 << 30).bytes?.count == 64 << 20 + 3)
  }

  @Test("Only the first bytes of a file count")
  func part() throws {
    let packed = try packed(.raw)
    let file = try MemoryFile(packed + [1, 2, 3])
    guard case .file(let whole, let count) = try file.inflated(packed.count, .raw, within: 1000) else {
      Issue.record("the data isn't inflated")
      return
    }
    #expect(try whole.bytes(count) == text)
    guard case .damaged = try MemoryFile(packed).inflated(packed.count + 9, .gzip, within: 1000) else {
      Issue.record("a file without a header is inflated")
      return
    }
  }
}
