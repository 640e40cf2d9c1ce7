import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataHeaderLimitTests {
  private static func code(_ bytes: [UInt8]) -> Finding.Code? {
    do throws(ImageError) {
      _ = try JPEGHeader.read(from: ByteSource(bytes))
      return nil
    } catch { return error.finding.code }
  }

  @Test("4,096 markers are read, the scan's among them, and not one more")
  func markers() {
    let start = [UInt8]([0xFF, 0xD8])
    let empty = JPEGBuilder.segment(0xE1, [])
    let end = JPEGBuilder.frame() + JPEGBuilder.scan()
    #expect(Self.code(start + Array(repeatElement(empty, count: 4094).joined()) + end) == nil)
    #expect(Self.code(start + Array(repeatElement(empty, count: 4095).joined()) + end) == .badHeader)
  }

  @Test("A scan is looked for in the first 16 MiB only")
  func reach() {
    let end = JPEGBuilder.frame() + JPEGBuilder.scan()
    let room = (16 << 20) - 2 - end.count
    #expect(Self.code([0xFF, 0xD8] + [UInt8](repeating: 1, count: room) + end) == nil)
    #expect(Self.code([0xFF, 0xD8] + [UInt8](repeating: 1, count: room + 5) + end) == .badHeader)
  }

  @Test("A header cut at any byte is refused, until all that libjpeg needs is there")
  func cuts() {
    let bytes = JPEGBuilder.file(with: [JPEGBuilder.segment(0xFE, Array("words".utf8))])
    for length in bytes.indices {
      let expected: Finding.Code? =
        switch length {
        case 0: .emptyFile
        case 1: .unsupportedFormat
        // The last component's table and the three parameters behind it say nothing of the picture.
        case ..<(bytes.count - 4): .badHeader
        default: nil
        }
      #expect(Self.code(Array(bytes.prefix(length))) == expected, "\(length)")
    }
  }

  @Test("Changed bytes end in a header or a refusal")
  func mutations() {
    let bytes = JPEGBuilder.file(with: [
      JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8)), JPEGBuilder.adobe(1),
    ])
    let allowed: Set<Finding.Code?> = [
      nil, .unsupportedFormat, .badHeader, .zeroSize, .componentCount, .hierarchical,
    ]
    var random = TestRandom(seed: 1)
    for _ in 0..<20000 {
      var changed = bytes
      for _ in 0..<Int(random.next(4) + 1) {
        changed[Int(random.next(changed.count))] = UInt8(random.next(256))
      }
      #expect(allowed.contains(Self.code(changed)))
    }
  }

  @Test("An open file is read in place, and its position stays")
  func descriptor() throws {
    let padding = JPEGBuilder.segment(0xE3, [UInt8](repeating: 7, count: 60000))
    let bytes = JPEGBuilder.file(with: [padding, padding, JPEGBuilder.segment(0xFE, [1, 2, 3])])
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("upright-\(UUID()).jpg")
    try Data(bytes + [UInt8](repeating: 0, count: 5000)).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try FileHandle(forReadingFrom: url)
    try file.seek(toOffset: 17)
    let source = try ByteSource(descriptor: file.fileDescriptor)
    let header = try JPEGHeader.read(from: source)
    #expect(try header == JPEGHeader.read(from: ByteSource(bytes)))
    let comment = try #require(header.segments(.comment).first)
    #expect(try source.read(at: comment.offset, count: comment.length) == [1, 2, 3])
    #expect(try source.read(at: source.size - 2, count: 10) == [0, 0])
    #expect(try file.offset() == 17)
  }

  /// The kernel's view of a process's memory has no page 0: reading it is an I/O error.
  @Test func fileThatCannotBeRead() throws {
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/mem"))
    let source = try ByteSource(descriptor: file.fileDescriptor)
    #expect(throws: ImageError(.ioError, "can't be read: Input/output error")) {
      try source.read(at: 0, count: 1)
    }
  }

  @Test func closedDescriptor() {
    #expect(throws: ImageError(.ioError, "can't be read: Bad file descriptor")) {
      try ByteSource(descriptor: -1)
    }
  }
}

/// Numbers that are the same in every run (an LCG with Knuth's constants for MMIX).
struct TestRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// 0..<bound.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
