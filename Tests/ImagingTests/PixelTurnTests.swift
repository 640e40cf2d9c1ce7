import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Turned and placed planes")
struct PixelTurnTests {
  /// Sizes on both sides of the squares that a turn goes through, and single rows and columns.
  static let sizes = [
    size(1, 1), size(1, 9), size(9, 1), size(8, 8), size(64, 64), size(65, 63), size(31, 65), size(70, 40),
    size(47, 36), size(136, 72),
  ]

  /// A picture without two equal samples in a neighbourhood.
  private static func labelled(_ size: PixelSize) -> TestPicture {
    TestPicture(width: size.width, height: size.height, channels: 3) { x, y, channel in
      UInt8(truncatingIfNeeded: x * 3 + y * 101 + channel * 57)
    }
  }

  @Test(arguments: ExifOrientation.allCases, sizes)
  func turn(_ orientation: ExifOrientation, _ size: PixelSize) throws {
    let picture = Self.labelled(size)
    let planes = try picture.planes().map {
      try ContentPlane($0, content: PixelRect(size)).turned(orientation)
    }
    let shown = picture.shown(orientation.rawValue)
    #expect(TestPicture(planes.map(\.plane)) == shown)
    #expect(planes.allSatisfy { $0.content == PixelRect(shown.size) })
  }

  @Test(
    "A plane of 16 bits is turned as the planes of its two bytes are", arguments: ExifOrientation.allCases)
  func turnOf16Bits(_ orientation: ExifOrientation) throws {
    let bytes = try Self.labelled(size(75, 67)).planes()
    let wide = try Plane<UInt16>(width: 75, height: 67)
    for y in 0..<67 {
      for x in 0..<75 { wide.row(y)[x] = UInt16(bytes[0].row(y)[x]) << 8 | UInt16(bytes[1].row(y)[x]) }
    }
    let turned = try wide.turned(orientation, part: PixelRect(wide.size))
    let expected = try bytes.map { try $0.turned(orientation, part: PixelRect($0.size)) }
    #expect(turned.size == expected[0].size)
    for y in 0..<turned.height {
      let words = zip(expected[0].row(y), expected[1].row(y)).map { UInt16($0) << 8 | UInt16($1) }
      #expect(Array(turned.row(y)) == words)
    }
  }

  @Test("A turn cuts the content out", arguments: ExifOrientation.allCases)
  func turnOfAPart(_ orientation: ExifOrientation) throws {
    let picture = Self.labelled(size(53, 44))
    for (x, y, width, height) in [(0, 0, 10, 44), (43, 40, 10, 4), (7, 3, 41, 35), (52, 0, 1, 1)] {
      let part = PixelRect<Output>(x: x, y: y, width: width, height: height)
      let planes = try picture.planes().map { try ContentPlane($0, content: part).turned(orientation) }
      let shown = picture.cropped(x: x, y: y, width: width, height: height).shown(orientation.rawValue)
      #expect(TestPicture(planes.map(\.plane)) == shown)
      #expect(planes.allSatisfy { $0.content == PixelRect(shown.size) })
    }
  }

  @Test("The definition itself, by hand")
  func byHand() throws {
    // a b c
    // d e f
    let stored: [UInt8] = Array("abcdef".utf8)
    let shown = ["abcdef", "cbafed", "fedcba", "defabc", "adbecf", "daebfc", "fcebda", "cfbead"]
    for (orientation, text) in zip(ExifOrientation.allCases, shown) {
      let picture = TestPicture(width: 3, height: 2, channels: 1, samples: stored)
      let planes = try picture.planes().map {
        try ContentPlane($0, content: PixelRect(picture.size)).turned(orientation).plane
      }
      #expect(String(decoding: TestPicture(planes).samples, as: UTF8.self) == text)
      #expect(picture.shown(orientation.rawValue) == TestPicture(planes))
      #expect(TestPicture(planes).stored(orientation.rawValue) == picture)
    }
  }

  @Test(arguments: [(0, 0), (5, 0), (3, 7), (17, 9)])
  func place(_ x: Int, _ y: Int) throws {
    let picture = Self.labelled(size(23, 11))
    let place = PixelRect<Output>(x: x, y: y, width: 23, height: 11)
    let background: [UInt8] = [9, 80, 200]
    let planes = try zip(picture.planes(), background).map { plane, sample in
      try ContentPlane(plane, content: PixelRect(picture.size))
        .placed(at: place, on: size(40, 20), background: sample)
    }
    #expect(
      TestPicture(planes.map(\.plane))
        == picture.placed(x: x, y: y, onWidth: 40, height: 20, background: [9, 80, 200]))
    #expect(planes.allSatisfy { $0.content == place })
  }
}
