import Testing

@testable import ImageModel

/// The expected values come from a transcription of the two trainers' rules into Python, which
/// `Tests/Integration/test_buckets.py` has, for 100,000 sizes.
@Suite struct BucketsTests {
  private static let large = Buckets.sizes(
    area: PixelSize(width: 1024, height: 1024), step: 64, sides: 512...2048)
  private static let small = Buckets.sizes(
    area: PixelSize(width: 768, height: 512), step: 32, sides: 256...1024)

  @Test func sizesOfAnArea() {
    #expect(
      Self.large.map(\.description) == [
        "512x1856", "512x1920", "512x1984", "512x2048", "576x1664", "576x1728", "576x1792", "640x1536",
        "640x1600", "704x1408", "704x1472", "768x1280", "768x1344", "832x1216", "896x1152", "960x1088",
        "1024x1024", "1088x960", "1152x896", "1216x832", "1280x768", "1344x768", "1408x704", "1472x704",
        "1536x640", "1600x640", "1664x576", "1728x576", "1792x576", "1856x512", "1920x512", "1984x512",
        "2048x512",
      ])
    // The square has 608 on a side: sqrt(768 * 512) = 627.07 is 19.6 steps of 32.
    #expect(Self.small.count == 35)
    #expect(Self.small.contains(PixelSize(width: 608, height: 608)))
    #expect(Self.small.first == PixelSize(width: 256, height: 1024))
  }

  @Test(
    arguments: [
      (4000, 3000, "1152x896", "704x544"), (3000, 4000, "896x1152", "544x704"),
      (1, 1, "1024x1024", "608x608"),
      (1000, 6000, "512x2048", "256x1024"), (960, 1088, "960x1088", "576x672"),
      (1920, 1080, "1344x768", "832x448"), (4285, 5974, "832x1216", "512x736"),
      (8784, 575, "2048x512", "1024x256"), (949, 2669, "576x1664", "352x1024"),
      (1954, 6191, "576x1792", "320x1024"), (7785, 4139, "1408x704", "832x448"),
      (6480, 2714, "1536x640", "960x384"), (1278, 2373, "768x1344", "448x832"),
    ])
  func nearestAspects(width: Int, height: Int, large: String, small: String) {
    let picture = PixelSize(width: width, height: height)
    for rule in Buckets.Rule.allCases {
      #expect(Buckets(Self.large, rule: rule).size(for: picture).description == large)
      #expect(Buckets(Self.small, rule: rule).size(for: picture).description == small)
    }
  }

  /// Three squares: they differ by the rule alone.
  @Test func equalAspects() {
    let sizes = [1024, 512, 768].map { PixelSize(width: $0, height: $0) }
    let square = PixelSize(width: 100, height: 100)
    #expect(Buckets(sizes, rule: .kohya).size(for: square) == sizes[0])
    #expect(Buckets(sizes, rule: .kohya).size(for: sizes[1]) == sizes[1])
    #expect(Buckets(sizes, rule: .diffusers).size(for: square) == sizes[2])
    #expect(Buckets(sizes, rule: .diffusers).size(for: sizes[1]) == sizes[2])
    // |3000 x 512 - 4000 x 512| is the least product, although 672x1568 isn't nearer in aspect.
    let mixed = [PixelSize(width: 672, height: 1568), sizes[0], sizes[1]]
    #expect(Buckets(mixed, rule: .diffusers).size(for: PixelSize(width: 4000, height: 3000)) == sizes[1])
  }

  @Test func aCropIsCutAndEnlargedToItsBucket() throws {
    var buckets = Buckets(Self.large)
    buckets.anchor = .gravity(.north)
    let crop = PixelRect<Display>(x: 10, y: 20, width: 400, height: 400)
    let layout = try buckets.resize(of: crop.size).layout(of: crop).get()
    #expect(layout.content == PixelSize(width: 1024, height: 1024))
    #expect(layout.cut == crop)
    let wide = PixelRect<Display>(x: 0, y: 0, width: 1152, height: 1000)
    let cut = try buckets.resize(of: wide.size).layout(of: wide).get()
    // 1152 / 1000 is nearest to 1088 / 960. 1000 rows of that aspect have 1133 1/3 columns: from 9 1/3 to 1142 2/3,
    // which are the edges 9 and 1143.
    #expect(cut.content == PixelSize(width: 1088, height: 960))
    #expect(cut.cut == PixelRect(x: 9, y: 0, width: 1134, height: 1000))
  }
}
