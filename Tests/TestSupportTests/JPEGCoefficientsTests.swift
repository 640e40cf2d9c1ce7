import TestSupport
import Testing

@Suite("A component read by itself")
struct JPEGCoefficientsTests {
  typealias Coefficients = TestJPEG.Coefficients

  private static func channel(_ index: Int, of picture: TestPicture) -> TestPicture {
    TestPicture(width: picture.width, height: picture.height, channels: 1) { x, y, _ in picture[x, y, index] }
  }

  @Test(
    "That of a grey file is the file", arguments: [TestJPEG.Process.baseline, .progressive, .scans(12)],
    [(41, 23), (64, 1), (1, 65)])
  func grey(_ process: TestJPEG.Process, _ size: (Int, Int)) throws {
    let file = try TestJPEG(.grey, process).file(.noisy(width: size.0, height: size.1, channels: 1))
    let read = try Coefficients(file)
    #expect(read.warnings == 0)
    for eighths in 1...8 {
      #expect(try read.plane(0, eighths: eighths) == TestJPEG.decode(file, eighths: eighths).picture)
    }
  }

  @Test(
    "Those of a file without subsampling are its channels", arguments: [TestJPEG.Process.baseline, .planar])
  func equalShares(_ process: TestJPEG.Process) throws {
    let file = try TestJPEG(.ycbcr, process).file(.noisy(width: 41, height: 23))
    let (read, whole) = (try Coefficients(file), try TestJPEG.decode(file).picture)
    for component in 0..<3 {
      #expect(try read.plane(component, eighths: 8) == Self.channel(component, of: whole))
    }
  }

  @Test("A halved component at full size is what libjpeg gives at half size")
  func halved() throws {
    var kind = TestJPEG(.ycbcr)
    kind.sampling = [.init(2, 2)]
    let file = try kind.file(.noisy(width: 41, height: 23))
    let (read, half) = (try Coefficients(file), try TestJPEG.decode(file, eighths: 4).picture)
    for (component, eighths) in [(0, 4), (1, 8), (2, 8)] {
      #expect(try read.plane(component, eighths: eighths) == Self.channel(component, of: half))
    }
  }

  @Test("Its own sides and blocks are rounded up from its share of the image's")
  func shares() throws {
    var kind = TestJPEG(.ycbcr)
    kind.sampling = [.init(3, 1), .init(2, 2), .init(1, 1)]
    let components = try Coefficients(kind.file(.smooth(width: 49, height: 17))).components
    #expect(components.map(\.sampling) == kind.sampling)
    #expect(components.map(\.width) == [49, 33, 17])
    #expect(components.map(\.height) == [9, 17, 9])
    #expect(components.map(\.blocksAcross) == [7, 5, 3])
    #expect(components.map(\.blocksDown) == [2, 3, 2])
  }

  @Test("Its coefficients and its table are in natural order", arguments: [(0, 1), (1, 8)])
  func order(_ run: Int, _ place: Int) throws {
    let read = try Coefficients(HandMadeJPEG.wave(run: UInt8(run)))
    var expected = [Int](repeating: 0, count: 64)
    (expected[0], expected[place]) = (64, 40)
    #expect(try read.block(0, across: 0, down: 0) == expected)
    var kind = TestJPEG(.grey)
    kind.quality = 50
    let table = try Coefficients(kind.file(.plain(width: 8, height: 8, [9]))).components[0].quantization
    #expect(table[..<9] == [16, 11, 10, 16, 24, 40, 51, 61, 12])
  }

  /// 17 * 2047 is 34,799, and -30,737 in 16 bits.
  @Test("Coefficients that no Huffman code could hold come through")
  func large() throws {
    let file = HandMadeJPEG.climbing(blocks: 17)
    let read = try Coefficients(file)
    let dc = try (0..<17).map { try read.block(0, across: $0, down: 0)[0] }
    #expect(dc == (1...16).map { 2047 * $0 } + [-30737])
    for eighths in 1...8 {
      #expect(try read.plane(0, eighths: eighths) == TestJPEG.decode(file, eighths: eighths).picture)
    }
  }

  @Test("It warns of what libjpeg warns of, and refuses what it refuses")
  func damage() throws {
    let file = try TestJPEG(.grey).file(.noisy(width: 64, height: 64, channels: 1))
    let cut = Array(file.prefix(file.count * 2 / 3))
    let read = try Coefficients(cut)
    #expect(try (read.warnings, read.warnings > 0) == (TestJPEG.decode(cut).warnings, true))
    #expect(try read.plane(0, eighths: 8) == TestJPEG.decode(cut).picture)
    #expect(throws: TestJPEG.Refused.self) { try read.plane(1, eighths: 8) }
    #expect(throws: TestJPEG.Refused.self) { try read.block(0, across: 8, down: 0) }
    #expect(throws: TestJPEG.Refused.self) { try Coefficients(Array(file.prefix(100))) }
    #expect(throws: TestJPEG.Refused.self) { try Coefficients([]) }
  }
}
