import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded WebP") struct WebPDecoderTests {
  private static let plain = EngineDecoding(engine: .libwebp)
  private static let alpha = EngineDecoding(engine: .libwebp, hasAlpha: true)

  private static func picture(_ width: Int, _ height: Int, _ channels: Int = 3) -> TestPicture {
    .noisy(width: width, height: height, channels: channels)
  }

  @Test("Each pixel of a lossless picture", arguments: [3, 4])
  func pixels(_ channels: Int) throws {
    for (width, height) in [(1, 1), (3, 2), (33, 70), (130, 5)] {
      let picture = Self.picture(width, height, channels)
      let engine = channels == 4 ? Self.alpha : Self.plain
      let found = try engine.decode(TestWebP(picture).file, size(width, height), onCorrupt: .warning)
      #expect(found.picture == picture)
      #expect(found.warnings.isEmpty)
    }
  }

  @Test(
    "At a smaller scale a sample is the mean of what it covers", arguments: [(64, 48), (37, 29), (5, 130)])
  func scaled(_ width: Int, _ height: Int) throws {
    let picture = Self.picture(width, height)
    for scale in DCTScale.libjpeg where scale.eighths <= 3 {
      let samples = scale.decodedSize(of: size(width, height))
      let expected = picture.means(samples.width, samples.height)
      let found = try Self.plain.decode(TestWebP(picture).file, size(width, height), scale: scale)
      #expect(found.picture.largestDifference(expected) <= 2, "\(scale)")
      var random = SplitMix64(seed: 9)
      for box in PixelDecoding.boxes(in: samples, atRandom: 8, &random) {
        let part = try Self.plain.decode(TestWebP(picture).file, size(width, height), box, scale: scale)
        #expect(part.picture == found.picture.cropped(box), "\(scale) \(box)")
      }
    }
  }

  @Test("Alpha that no plan knows is passed over, and one that isn't there is opaque")
  func unplannedAlpha() throws {
    let picture = Self.picture(9, 5, 4)
    let colors = TestPicture(width: 9, height: 5, channels: 3) { picture[$0, $1, $2] }
    #expect(try Self.plain.decode(TestWebP(picture).file, size(9, 5)).picture == colors)
    let opaque = TestPicture(width: 9, height: 5, channels: 4) { $2 == 3 ? 255 : picture[$0, $1, $2] }
    #expect(try Self.alpha.decode(TestWebP(colors).file, size(9, 5)).picture == opaque)
  }

  @Test("A region is the same box of the whole", arguments: [VerifyExtent.crop, .full])
  func regions(_ verify: VerifyExtent) throws {
    let picture = Self.picture(90, 150, 4)
    let file = TestWebP(picture).file(0x10, before: [PictureBuilder.riffChunk("ICCP", [1, 2, 3])])
    var random = SplitMix64(seed: 5)
    for box in PixelDecoding.boxes(in: size(90, 150), atRandom: 20, &random) {
      let part = try Self.alpha.decode(file, size(90, 150), box, onCorrupt: .warning, verify: verify)
      #expect(part.picture == picture.cropped(box), "\(box)")
    }
  }

  @Test("An animation's first frame lies on its canvas, transparent or black around it")
  func animation() throws {
    for channels in [3, 4] {
      let frame = Self.picture(21, 12, channels)
      let file = TestWebP(frame).animation(on: (40, 30), at: (6, 10))
      let expected = TestPicture(width: 40, height: 30, channels: channels) { x, y, channel in
        (6..<27).contains(x) && (10..<22).contains(y) ? frame[x - 6, y - 10, channel] : 0
      }
      let engine = channels == 4 ? Self.alpha : Self.plain
      #expect(try engine.decode(file, size(40, 30)).picture == expected)
      var random = SplitMix64(seed: 6)
      for box in PixelDecoding.boxes(in: size(40, 30), atRandom: 20, &random) {
        #expect(try engine.decode(file, size(40, 30), box).picture == expected.cropped(box), "\(box)")
      }
    }
  }

  @Test("Cut anywhere it fails as truncated, and where that is tolerated the rest is black")
  func cut() throws {
    let picture = Self.picture(40, 100)
    let file = TestWebP(picture).file
    // Rows of 160 bytes stand at the end.
    let rows = file.count - 40 * 100 * 4
    for count in Array(stride(from: 12, to: file.count - 1, by: 997)) + [file.count - 2] {
      let cut = Array(file[..<count])
      for policy in [CorruptionPolicy.error, .truncated] {
        #expect(Self.plain.failure(cut, size(40, 100), onCorrupt: policy) == .fileCut, "\(count)")
      }
      guard count > 30 else { continue }
      let (found, warnings) = try Self.plain.decode(cut, size(40, 100), onCorrupt: .none)
      #expect(warnings == [Finding(.damaged, "decoder warning webp_end, once")])
      for y in 0..<100 {
        let row = found.samples[(y * 120)..<(y * 120 + 120)]
        let isThere = row.elementsEqual(picture.samples[(y * 120)..<(y * 120 + 120)])
        #expect(
          isThere || row.allSatisfy { $0 == 0 } && y >= (count - rows) / 160 - 16, "row \(y) of \(count)")
      }
    }
  }

  @Test("A crop above the damage is whole, and the file is looked through to its picture's end")
  func below() throws {
    let picture = Self.picture(40, 100)
    let (file, top) = (TestWebP(picture).file, PixelRect<Decoded>(x: 3, y: 2, width: 30, height: 9))
    let cut = Array(file.dropLast(500))
    #expect(Self.plain.failure(cut, size(40, 100), top) == .fileCut)
    let (found, warnings) = try Self.plain.decode(cut, size(40, 100), top, onCorrupt: .none)
    #expect(warnings == [Finding(.damaged, "decoder warning webp_end, once")])
    #expect(found == picture.cropped(top))
    #expect(Self.plain.failure(file + [1, 2, 3], size(40, 100), top, onCorrupt: .warning) == nil)
  }

  @Test("Data that doesn't decode fails unless damage is tolerated")
  func wrongData() throws {
    var file = TestWebP(Self.picture(40, 30)).file
    // Lengths of red's codes that make no code: all 0.
    file.replaceSubrange(62..<95, with: [UInt8](repeating: 0, count: 33))
    let fault = Finding(.corrupt, "damaged image data: its data is none of WebP")
    #expect(Self.plain.failure(file, size(40, 30)) == fault)
    let (found, warnings) = try Self.plain.decode(file, size(40, 30), onCorrupt: .truncated)
    #expect(warnings == [Finding(.damaged, "decoder warning webp_data, once")])
    #expect(found.samples.allSatisfy { $0 == 0 })
  }

  @Test("A file that isn't the one that was planned, a deadline that has passed")
  func refusals() throws {
    let file = TestWebP(Self.picture(20, 10)).file
    let box = PixelRect<Decoded>(x: 0, y: 0, width: 5, height: 5)
    for stored in [size(20, 11), size(19, 10)] {
      #expect(Self.plain.failure(file, stored, box) == .notAsPlanned)
    }
    #expect(Self.plain.failure(file, size(20, 10), deadline: 1) == .timeout)
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    try Self.alpha.survive(TestWebP(Self.picture(20, 30, 4)).file(0x10), size(20, 30), seed: 8)
    let animation = TestWebP(Self.picture(10, 8, 4)).animation(on: (20, 30), at: (4, 6))
    try Self.alpha.survive(animation, size(20, 30), seed: 9)
  }
}

extension TestPicture {
  /// Each sample of so many across and down is the mean of the part of the picture that it covers.
  fileprivate func means(_ columns: Int, _ rows: Int) -> TestPicture {
    func parts(_ index: Int, _ count: Int, _ side: Int) -> [(Int, Double)] {
      let (start, end) = (Double(index * side) / Double(count), Double((index + 1) * side) / Double(count))
      return (Int(start)..<min(side, Int(end.rounded(.up)))).map {
        ($0, min(end, Double($0 + 1)) - max(start, Double($0)))
      }
    }
    return TestPicture(width: columns, height: rows, channels: channels) { x, y, channel in
      var (sum, area) = (0.0, 0.0)
      for (row, height) in parts(y, rows, self.height) {
        for (column, width) in parts(x, columns, self.width) {
          sum += Double(self[column, row, channel]) * width * height
          area += width * height
        }
      }
      return UInt8((sum / area).rounded())
    }
  }
}
