import ImageModel
import System
import Testing

@testable import Imaging

/// Texts that stand for pictures.
@Suite struct PlaceholderTests {
  /// A picture of red 37x + 11y, green 5x² + 29y and blue 13xy + 40, modulo 256. A faded picture has the
  /// alpha 255 - (7x²y + 31x + 3y²) % 200, any other is opaque.
  private static func picture(_ width: Int, _ height: Int, isFaded: Bool = false) -> PlaceholderPicture {
    let places = (0..<width * height).map { ($0 % width, $0 / width) }
    return PlaceholderPicture(
      PixelSize(width: width, height: height),
      places.map { x, y in
        let levels = [37 * x + 11 * y, 5 * x * x + 29 * y, 13 * x * y + 40].map { UInt8($0 % 256) }
        let alpha = isFaded ? 255 - (7 * x * x * y + 31 * x + 3 * y * y) % 200 : 255
        return SIMD4(levels[0], levels[1], levels[2], UInt8(alpha))
      })
  }

  /// The expected texts are those of `blurhash` 1.1.5 from PyPI.
  @Test func blurHash() {
    #expect(BlurHash.text(of: Self.picture(8, 6)) == "LgGR@%EL0y==$cMhXRxuRzi$pIV@")
    #expect(BlurHash.text(of: Self.picture(6, 10)) == "LVHLbl7o5h^hR5H^#qS}Haw3X,Z=")
    let white = RGBColor(red: 255, green: 255, blue: 255)
    #expect(
      BlurHash.text(of: Self.picture(8, 6, isFaded: true).over(white)) == "LqK1zUNF0e-j-SICR*t8RhVukXn+")
  }

  /// The expected texts are those of `thumbhash-python` 1.0.1 from PyPI.
  @Test func thumbHash() {
    #expect(Base64.text(ThumbHash.bytes(of: Self.picture(8, 6))) == "GwgKHYoBanhTmZWGWWloeBcObLBr")
    #expect(Base64.text(ThumbHash.bytes(of: Self.picture(6, 10))) == "XhgKHAxAN6QniJdnh3mnCASF2Q==")
    let faded = Self.picture(8, 6, isFaded: true)
    #expect(Base64.text(ThumbHash.bytes(of: faded)) == "GviJFIgaAGhCiYZpmNOQCLrWj4yMmJd4BQ==")
  }

  /// Components of an even picture are 0, and rounding errors don't show: the mean alone is left.
  @Test("An even picture has only its mean")
  func even() {
    let even = PlaceholderPicture(
      PixelSize(width: 5, height: 5), [SIMD4<UInt8>](repeating: SIMD4(200, 100, 50, 255), count: 25))
    #expect(ThumbHash.bytes(of: even).dropFirst(5).allSatisfy { $0 == 0 })
  }

  private static func channel<Sample>(_ width: Int, _ samples: [Sample]) throws -> ContentPlane<Sample> {
    let plane = try Plane<Sample>(width: width, height: samples.count / width)
    for (place, sample) in samples.enumerated() { plane.row(place / width)[place % width] = sample }
    return ContentPlane(plane)
  }

  /// Means of four samples: 10, 20, 30, 41 have 25.25, and 0, 0, 0, 2 have 0.5, which is rounded up.
  @Test("Samples become averages, of 16 bits too, and weigh by their alpha")
  func averages() throws {
    let grey = try Self.channel(4, [10, 20, 0, 0, 30, 41, 0, 2] as [UInt8])
    let small = PlaceholderPicture([.eight(grey)], PixelFormat(.grey), .topLeft, side: 2)
    #expect(small == PlaceholderPicture(PixelSize(width: 2, height: 1), [.grey(25), .grey(1)]))
    let deep = try Self.channel(2, [257 * 9, 257 * 12] as [UInt16])
    let shallow = PlaceholderPicture(
      [.sixteen(deep)], PixelFormat(.grey, depth: .sixteen), .topLeft, side: 1)
    #expect(shallow.pixels == [.grey(11)])
    let alpha = try Self.channel(2, [255, 0] as [UInt8])
    let half = PlaceholderPicture(
      [.eight(try Self.channel(2, [90, 7] as [UInt8])), .eight(alpha)], PixelFormat(.grey, hasAlpha: true),
      .topLeft, side: 1)
    #expect(half.pixels == [SIMD4(90, 90, 90, 128)])
  }

  /// Orientation 6 shows the stored first row on the right.
  @Test("The picture is turned as a viewer shows it, and smaller chroma planes cover it")
  func shown() throws {
    let luma = try Self.channel(2, [10, 20, 30, 40, 50, 60] as [UInt8])
    let turned = PlaceholderPicture([.eight(luma)], PixelFormat(.grey), .rightTop, side: 32)
    #expect(turned.size == PixelSize(width: 3, height: 2))
    #expect(turned.pixels == [50, 30, 10, 60, 40, 20].map { .grey($0) })
    let chroma = try [128, 128].map { Channel.eight(try Self.channel(1, [$0, $0] as [UInt8])) }
    let coloured = PlaceholderPicture([.eight(luma)] + chroma, PixelFormat(.ycbcr), .topLeft, side: 32)
    #expect(coloured.pixels == [10, 20, 30, 40, 50, 60].map { .grey($0) })
  }

  @Test("A WebP fits the bound, even of noise", arguments: [(16, 16), (16, 1), (1, 1)])
  func webp(_ width: Int, _ height: Int) throws {
    var number = 1
    let planes = try (0..<3).map { _ in
      let samples = (0..<width * height).map { _ -> UInt8 in
        number = number * 1_103_515_245 % 2_147_483_647
        return UInt8(number % 256)
      }
      return Channel.eight(try Self.channel(width, samples))
    }
    let text = try Placeholder.lqip.text(of: planes, PixelFormat(.rgb), .topLeft, over: .black)
    #expect(text.hasPrefix("data:image/webp;base64,UklGR"))
    #expect(Placeholder.lqip.allows(text), "\(text.utf8.count)")
  }

  @Test("Only the characters and lengths of a kind are its texts")
  func allowed() {
    #expect(Placeholder.blurhash.allows("LgGR@%EL0y==$cMhXRxuRzi$pIV@"))
    #expect(!Placeholder.blurhash.allows("LgGR@%EL0y==$cMhXRxuRzi$pIV"))
    #expect(!Placeholder.blurhash.allows("LgGR@%EL0y==$cMhXRxuRzi$pI\"@"))
    #expect(Placeholder.thumbhash.allows("XhgKHAxAN6QniJdnh3mnCASF2Q=="))
    for wrong in ["", "====", "Xhg", "Xh<K", "=hgK"] { #expect(!Placeholder.thumbhash.allows(wrong)) }
    #expect(!Placeholder.lqip.allows("data:image/svg;base64,UklG"))
    #expect(!Placeholder.lqip.allows(Placeholder.webpStart + String(repeating: "A", count: 600)))
  }
}

extension SIMD4<UInt8> {
  fileprivate static func grey(_ level: UInt8) -> Self { SIMD4(level, level, level, 255) }
}
