import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoded GIF") struct GIFDecoderTests {
  private static let plain = EngineDecoding(engine: .giflib)
  private static let alpha = EngineDecoding(engine: .giflib, hasAlpha: true)

  private static func color(_ index: Int) -> [UInt8] {
    [UInt8(index * 37 & 255), UInt8(255 - index), UInt8(index * index & 255)]
  }

  private static func gif(_ width: Int, _ height: Int, bits: Int = 8, interlaced: Bool = false) -> TestGIF {
    var gif = TestGIF(width, height, bits: bits) { x, y in (x * 7919 + y * 104729 + x * y) & (1 << bits - 1) }
    gif.isInterlaced = interlaced
    gif.globalColors = (0..<1 << bits).flatMap(color)
    return gif
  }

  /// The screen: colours of the frame's indices, and of one index around it.
  private static func expected(_ gif: TestGIF, around: Int = 0) -> TestPicture {
    let channels = gif.transparent == nil ? 3 : 4
    return TestPicture(width: gif.screen.width, height: gif.screen.height, channels: channels) {
      x, y, channel in
      let (column, row) = (x - gif.corner.x, y - gif.corner.y)
      let isInside = (0..<gif.width).contains(column) && (0..<gif.height).contains(row)
      let index = isInside ? gif.indices[row * gif.width + column] : around
      return channel < 3 ? color(index)[channel] : index == gif.transparent ? 0 : 255
    }
  }

  @Test("Each pixel, of codes of each length", arguments: 2...8, [false, true])
  func pixels(_ bits: Int, interlaced: Bool) throws {
    for (width, height) in [(1, 1), (3, 2), (33, 70), (130, 5)] {
      let gif = Self.gif(width, height, bits: bits, interlaced: interlaced)
      let found = try Self.plain.decode(gif.file, size(width, height), onCorrupt: .warning)
      #expect(found.picture == Self.expected(gif), "\(width)x\(height)")
      #expect(found.warnings.isEmpty)
    }
  }

  @Test("A region is the same box of the screen", arguments: [false, true])
  func regions(interlaced: Bool) throws {
    var gif = Self.gif(50, 70, interlaced: interlaced)
    gif.screen = (90, 100)
    gif.corner = (20, 15)
    gif.transparent = 9
    let whole = Self.expected(gif, around: 9)
    var random = SplitMix64(seed: 5)
    for box in PixelDecoding.boxes(in: size(90, 100), atRandom: 20, &random) {
      #expect(try Self.alpha.decode(gif.file, size(90, 100), box).picture == whole.cropped(box), "\(box)")
    }
  }

  @Test("Around an opaque frame lies the first colour, a frame's own table counts, and none is grey")
  func tables() throws {
    var gif = Self.gif(4, 3, bits: 2)
    gif.screen = (6, 5)
    gif.corner = (2, 1)
    #expect(try Self.plain.decode(gif.file, size(6, 5)).picture == Self.expected(gif))
    gif.localColors = gif.globalColors
    gif.globalColors = [1, 2, 3, 4, 5, 6]
    #expect(try Self.plain.decode(gif.file, size(6, 5)).picture == Self.expected(gif))
    (gif.globalColors, gif.localColors) = ([], [])
    (gif.screen, gif.corner) = ((4, 3), (0, 0))
    let grey = TestPicture(width: 4, height: 3, channels: 3) { x, y, _ in UInt8(gif.indices[y * 4 + x]) }
    #expect(try Self.plain.decode(gif.file, size(4, 3)).picture == grey)
  }

  @Test("Cut anywhere it fails as truncated, and where that is tolerated the rest is the first colour")
  func cut() throws {
    for interlaced in [false, true] {
      let gif = Self.gif(40, 50, interlaced: interlaced)
      let (file, whole) = (gif.file, Self.expected(gif))
      let head = file.count - 1 - 40 * 50 * 9 / 8
      for count in Array(stride(from: 13, to: file.count - 3, by: 211)) + [file.count - 2] {
        let cut = Array(file[..<count])
        for policy in [CorruptionPolicy.error, .truncated] {
          #expect(Self.plain.failure(cut, size(40, 50), onCorrupt: policy) == .fileCut, "\(count)")
        }
        guard count > head + 20 else { continue }
        let (found, warnings) = try Self.plain.decode(cut, size(40, 50), onCorrupt: .none)
        #expect(warnings == [Finding(.damaged, "decoder warning gif_end, once")])
        for place in stride(from: 0, to: found.samples.count, by: 3) {
          let pixel = Array(found.samples[place..<place + 3])
          #expect(pixel == Array(whole.samples[place..<place + 3]) || pixel == Self.color(0))
        }
      }
      #expect(Self.plain.failure(Array(file.dropLast()), size(40, 50), onCorrupt: .warning) == nil)
    }
  }

  @Test("A crop above the damage is whole, and the file is looked through to the end of the frame")
  func below() throws {
    let gif = Self.gif(40, 100)
    let top = PixelRect<Decoded>(x: 3, y: 2, width: 30, height: 9)
    let cut = Array(gif.file.dropLast(500))
    #expect(Self.plain.failure(cut, size(40, 100), top) == .fileCut)
    let (found, warnings) = try Self.plain.decode(cut, size(40, 100), top, onCorrupt: .none)
    #expect(warnings == [Finding(.damaged, "decoder warning gif_end, once")])
    #expect(found == Self.expected(gif).cropped(top))
    var longer = gif
    longer.more = [PictureBuilder.gifFrame(3, 3)]
    #expect(Self.plain.failure(longer.file, size(40, 100), top, onCorrupt: .warning) == nil)
  }

  @Test("A code that there isn't fails unless damage is tolerated")
  func wrongData() throws {
    let gif = Self.gif(40, 30, bits: 2)
    var file = gif.file
    // Behind head and table, descriptor and code size: a block's length, then codes of 3 bits: clear, 0, and 7, which
    // comes before it is in the table.
    let data = 13 + 12 + 10 + 1
    file[data + 1] = 0b1110_0100
    file[data + 2] |= 1
    let failure = try #require(Self.plain.failure(file, size(40, 30)))
    #expect(failure.code == .corrupt)
    let (_, warnings) = try Self.plain.decode(file, size(40, 30), onCorrupt: .truncated)
    #expect(warnings == [Finding(.damaged, "decoder warning gif_data, once")])
  }

  @Test("A file that isn't the one that was planned, a deadline that has passed")
  func refusals() throws {
    let file = Self.gif(20, 10).file
    let box = PixelRect<Decoded>(x: 0, y: 0, width: 5, height: 5)
    for stored in [size(20, 11), size(19, 10)] {
      #expect(Self.plain.failure(file, stored, box) == .notAsPlanned)
    }
    #expect(Self.plain.failure(file, size(20, 10), deadline: 1) == .timeout)
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    for interlaced in [false, true] {
      var gif = Self.gif(20, 30, interlaced: interlaced)
      gif.transparent = 5
      try Self.alpha.survive(gif.file, size(20, 30), seed: 8)
    }
  }
}
