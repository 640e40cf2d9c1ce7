import TestSupport
import Testing

@Suite("Kinds of JPEG files")
struct JPEGWriterTests {
  typealias Scan = TestJPEG.Scan

  private static let picture = TestPicture.noisy(width: 41, height: 23)

  private static let progressive: [Scan] = [
    Scan([0], 0...0, low: 1), Scan([1, 2], 0...0, low: 2), Scan([2], 1...9, low: 3), Scan([2], 10...63),
    Scan([0], 1...63), Scan([1], 1...63, low: 1), Scan([1, 2], 0...0, high: 2, low: 1),
    Scan([0, 1, 2], 0...0, high: 1), Scan([2], 1...4, high: 3, low: 2), Scan([2], 5...9, high: 3, low: 2),
    Scan([2], 1...9, high: 2, low: 1), Scan([2], 1...9, high: 1), Scan([1], 1...63, high: 1),
  ]

  private static func file(_ scans: [Scan]) throws -> [UInt8] {
    try TestJPEG(.ycbcr, .script(scans)).file(picture)
  }

  /// The payloads of all segments with one marker.
  private static func payloads(_ marker: UInt8, _ file: [UInt8]) -> [[UInt8]] {
    file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == marker }.map {
      Array(file[($0 + 4)..<($0 + 2 + Int(file[$0 + 2]) << 8 + Int(file[$0 + 3]))])
    }
  }

  private static func planes(_ file: [UInt8]) throws -> [TestPicture] {
    let read = try TestJPEG.Coefficients(file)
    #expect(read.warnings == 0)
    return try read.components.indices.map { try read.plane($0, eighths: 8) }
  }

  @Test(
    "Scans are those of the script",
    arguments: [
      [Scan([0]), Scan([1, 2])], [Scan([2]), Scan([0, 1])], [Scan([1]), Scan([0]), Scan([2])], progressive,
    ])
  func scripts(_ scans: [Scan]) throws {
    let file = try Self.file(scans)
    let found = Self.payloads(0xDA, file).map { scan in
      let (count, end) = (Int(scan[0]), scan.count)
      return Scan(
        (0..<count).map { Int(scan[1 + 2 * $0]) - 1 }, Int(scan[end - 3])...Int(scan[end - 2]),
        high: Int(scan[end - 1] >> 4), low: Int(scan[end - 1] & 15))
    }
    #expect(found == scans)
    #expect(try Self.planes(file) == Self.planes(TestJPEG(.ycbcr).file(Self.picture)))
  }

  @Test("A script that leaves a component out or names it twice is refused")
  func refused() throws {
    #expect(throws: TestJPEG.Refused.self) { try Self.file([Scan([0]), Scan([1])]) }
    #expect(throws: TestJPEG.Refused.self) { try Self.file([Scan([0, 1, 2]), Scan([1])]) }
  }

  @Test("Huffman codes are those of T.81 K.3 or made for the file")
  func codes() throws {
    var kind = TestJPEG(.ycbcr)
    let usual = try kind.file(Self.picture)
    kind.isOptimized = true
    let own = try kind.file(Self.picture)
    let k3: [UInt8] = [
      0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]
    #expect(Self.payloads(0xC4, usual).first == k3)
    #expect(Self.payloads(0xC4, own).first != k3)
    #expect(own.count < usual.count)
    #expect(try Self.planes(own) == Self.planes(usual))
  }

  /// 41 x 23 in MCUs of 16 x 16 is 3 x 2, in blocks 6 x 3, and halved 3 x 2.
  @Test("Restart markers after rows of each scan's own MCUs")
  func rows() throws {
    var kind = TestJPEG(.ycbcr)
    (kind.sampling, kind.restartRows) = ([.init(2, 2)], 1)
    let single = try kind.file(Self.picture)
    #expect(Self.payloads(0xDD, single) == [[0, 3]])
    kind.process = .planar
    let planar = try kind.file(Self.picture)
    #expect(Self.payloads(0xDD, planar) == [[0, 6], [0, 3]])
    #expect(try Self.planes(planar) == Self.planes(single))
  }

  @Test("Wide quantization steps only where they are asked for")
  func steps() throws {
    var kind = TestJPEG(.grey, .progressive)
    kind.quality = 1
    let picture = TestPicture.noisy(width: 16, height: 16, channels: 1)
    #expect(try TestJPEG.Coefficients(kind.file(picture)).components[0].quantization.max() == 255)
    kind.hasWideSteps = true
    // 50 times the largest of T.81's table K.1.
    #expect(try TestJPEG.Coefficients(kind.file(picture)).components[0].quantization.max() == 6050)
  }

  @Test("Factors that don't divide the largest take the nearest samples", arguments: [false, true])
  func fractions(_ isPlanar: Bool) throws {
    var kind = TestJPEG(.ycbcr, isPlanar ? .planar : .baseline)
    (kind.sampling, kind.quality) = ([.init(1, 2), .init(2, 1), .init(1, 3)], 100)
    let picture = TestPicture.smooth(width: 37, height: 50)
    let planes = try Self.planes(kind.file(picture))
    let expected = [
      TestPicture(width: 19, height: 34, channels: 1) { x, y, _ in picture[x * 2, y * 3 / 2, 0] },
      TestPicture(width: 37, height: 17, channels: 1) { x, y, _ in picture[x, y * 3, 1] },
      TestPicture(width: 19, height: 50, channels: 1) { x, y, _ in picture[x * 2, y, 2] },
    ]
    for (plane, expected) in zip(planes, expected) { #expect(plane.largestDifference(expected) <= 2) }
  }
}
