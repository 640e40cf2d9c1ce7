import Foundation
import ImageModel
import Testing

@Suite struct ValueTests {
  private typealias Box = PixelRect<Display>

  @Test func boxesMeetAndJoin() {
    let one = Box(x: 2, y: 3, width: 10, height: 20)
    let other = Box(x: 8, y: -4, width: 10, height: 9)
    #expect(one.intersection(other) == Box(left: 8, top: 3, right: 12, bottom: 5))
    #expect(one.union(other) == Box(left: 2, top: -4, right: 18, bottom: 23))
    #expect(one.moved(dx: -5, dy: 1) == Box(x: -3, y: 4, width: 10, height: 20))
    #expect(one.intersection(Box(x: 12, y: 3, width: 5, height: 5)).isEmpty)
    let numbers: [Int] = [one.right, one.bottom, one.size.area]
    #expect(numbers == [12, 23, 200])
  }

  @Test func aBoxContainsWhatReachesItsEdges() {
    let one = Box(x: 2, y: 3, width: 10, height: 20)
    #expect(one.contains(one))
    for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] { #expect(!one.contains(one.moved(dx: dx, dy: dy))) }
  }

  @Test func farValuesAreClamped() {
    let far = Box(x: .min, y: .max, width: 1 << 40, height: -1 << 40)
    let numbers: [Int] = [far.x, far.y, far.width, far.height]
    #expect(numbers == [-2_147_483_648, 2_147_483_647, 2_147_483_647, -2_147_483_648])
    #expect(PixelSize(width: 1 << 40, height: 1).width == 2_147_483_647)
    let largest = PixelSize(width: 1 << 40, height: 1 << 40)
    #expect(largest.area == 2_147_483_647 * 2_147_483_647)
  }

  @Test func boxesAndSizesReadAsImageMagickWritesThem() {
    #expect(Box(x: -3, y: 4, width: 10, height: 20).description == "10x20-3+4")
    #expect(PixelSize(width: 4032, height: 3024).transposed.description == "3024x4032")
  }

  @Test(
    arguments: [
      ("#fff", "#ffffff", [255, 128, 128]), ("#000", "#000000", [0, 128, 128]),
      ("#F00", "#ff0000", [76, 85, 255]), ("#00ff00", "#00ff00", [150, 44, 21]),
      ("#0000Ff", "#0000ff", [29, 255, 107]), ("#0a0B0c", "#0a0b0c", [11, 129, 127]),
    ] as [(String, String, [UInt8])])
  func colours(_ text: String, _ hex: String, _ ycbcr: [UInt8]) {
    #expect(RGBColor(hex: text)?.description == hex)
    #expect(RGBColor(hex: text)?.ycbcr == ycbcr)
  }

  /// L*a*b* under D50: white, black, and by CSS Color 4 red 54.29 80.80 69.89 and blue 29.57 68.30 -112.03.
  @Test(
    arguments: [
      ("#fff", [255, 128, 128]), ("#000", [0, 128, 128]), ("#f00", [138, 209, 198]), ("#00f", [75, 196, 16]),
    ] as [(String, [UInt8])])
  func labColours(_ text: String, _ lab: [UInt8]) {
    #expect(RGBColor(hex: text)?.samples(PixelFormat(.lab)) == lab)
  }

  @Test(arguments: ["", "#", "fff", "#ff", "#ffff", "#fffffff", "#ggg", "#ff\u{E9}", " #fff", "#fff "])
  func noColours(_ text: String) {
    #expect(RGBColor(hex: text) == nil)
  }

  @Test func metadataPoliciesKeepWhatTheySay() throws {
    for mask in 0..<512 {
      let groups = MetadataPolicy.Group.allCases.enumerated().filter { mask & 1 << $0.offset != 0 }.map(
        \.element)
      let policy = MetadataPolicy(keep: groups.reversed().map(MetadataName.group), gpsStays: mask % 3 == 0)
      #expect(MetadataPolicy.Group.allCases.filter(policy.keeps) == groups)
      #expect(policy.names.keep == groups.map(MetadataName.group))
      let data = try JSONEncoder().encode(policy)
      #expect(try JSONDecoder().decode(MetadataPolicy.self, from: data) == policy)
    }
  }

  @Test func defaultsAreThoseOfAJobFile() {
    #expect(
      EncodeOptions.jpeg()
        == EncodeOptions.jpeg(quality: 85, chroma: .quarter, progressive: false, optimize: false))
    #expect(MetadataPolicy() == MetadataPolicy(keep: [.icc, .resolution], gpsStays: false))
    let resize = Resize(.max)
    #expect(
      resize == Resize(.max, fit: .inside, anchor: .gravity(.center), filter: .lanczos3, enlarge: .never))
    #expect(Crop(.full) == Crop(.full, space: .display, rounding: .nearest, outOfBounds: .clip))
  }

  @Test func chromaSharesSamples() {
    let shares = ChromaSubsampling.allCases.map { [$0.horizontal, $0.vertical] }
    #expect(shares == [[1, 1], [2, 1], [2, 2]])
  }

  @Test(arguments: ["0/8", "9/8", "8/7", "", "16/8", "1"]) func whatIsNoScaleIsNotRead(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([DCTScale].self, from: Data("[\"\(text)\"]".utf8))
    }
  }
}
