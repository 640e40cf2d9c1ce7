import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("GIF outputs") struct GIFEncoderTests {
  private typealias B = PictureBuilder

  private static func pixels(_ picture: TestPicture) -> PixelFormat {
    PixelFormat(.rgb, hasAlpha: picture.channels == 4)
  }

  private static func still(_ picture: TestPicture) throws -> [UInt8] {
    var file: [UInt8] = []
    try PictureEncoder(.gif) { bytes throws(ImageError) in file += bytes }.encode(
      picture.planes().map { Channel($0) }, pixels(picture), options: .defaults(.gif),
      metadata: KeptMetadata())
    return file
  }

  /// An animation of these pictures, and how often the encoder wanted them.
  private static func animation(
    _ pictures: [TestPicture], durations: [Int]? = nil, plays: Int = 3
  ) throws -> (file: [UInt8], times: Int) {
    var (file, times): ([UInt8], Int) = ([], 0)
    let encoder = try PictureEncoder(.gif) { bytes throws(ImageError) in file += bytes }
    _ = try encoder.startFrames(
      size(pictures[0].width, pictures[0].height), pixels(pictures[0]), frames: pictures.count, plays: plays,
      options: .defaults(.gif), metadata: KeptMetadata())
    repeat {
      times += 1
      for (number, picture) in pictures.enumerated() {
        try encoder.add(
          try picture.planes().map { Channel($0) }, duration: durations?[number] ?? 100 * number)
      }
    } while try encoder.beginsAgain()
    try encoder.finishFrames()
    return (file, times)
  }

  /// The frames of a file as far as its blocks tell: GIF89a, sections 18 to 26.
  private struct Blocks {
    struct Frame: Equatable {
      var x = 0
      var y = 0
      var width = 0
      var height = 0
      var delay = 0
      var disposal = 0
      var transparent: Int?
      /// Bits of the frame's own table.
      var bits: Int?
    }

    var frames: [Frame] = []
    var repetitions: Int?
    /// Bits of the table that all frames share.
    var bits: Int?

    init(_ file: [UInt8]) {
      func number(_ place: Int) -> Int { Int(file[place]) | Int(file[place + 1]) << 8 }
      bits = file[10] & 128 == 0 ? nil : Int(file[10] & 7) + 1
      var (place, next) = (13 + (bits.map { 3 << $0 } ?? 0), Frame())
      while place < file.count, file[place] != 0x3B {
        if file[place] == 0x21 {
          if file[place + 1] == 0xF9 {
            (next.disposal, next.delay) = (Int(file[place + 3] >> 2), number(place + 4))
            next.transparent = file[place + 3] & 1 == 0 ? nil : Int(file[place + 6])
          } else {
            repetitions = number(place + 16)
          }
          place += 2
        } else {
          (next.x, next.y) = (number(place + 1), number(place + 3))
          (next.width, next.height) = (number(place + 5), number(place + 7))
          next.bits = file[place + 9] & 128 == 0 ? nil : Int(file[place + 9] & 7) + 1
          frames.append(next)
          place += 11 + (next.bits.map { 3 << $0 } ?? 0)
          next = Frame()
        }
        while file[place] != 0 { place += Int(file[place]) + 1 }
        place += 1
      }
    }
  }

  private static func decoded(_ file: [UInt8], like pictures: [TestPicture]) throws -> [FrameDecoding.Frame] {
    let decoding = FrameDecoding(engine: .giflib, hasAlpha: pictures[0].channels == 4)
    return try decoding.decode(file, size(pictures[0].width, pictures[0].height), count: pictures.count)
      .frames
  }

  @Test("A picture of at most 256 colours is kept exactly", arguments: [1, 2, 3, 16, 255, 256])
  func exact(colors: Int) throws {
    let picture = TestPicture(width: 40, height: 30, channels: 3) { x, y, channel in
      let number = (x + 40 * y) % colors
      return [UInt8(number), UInt8(number * 7 & 255), UInt8(255 - number)][channel]
    }
    let file = try Self.still(picture)
    #expect(file.starts(with: "GIF89a".utf8) && file.last == 0x3B)
    let expected = [1, 2, 4, 16, 256].first { $0 >= colors }.map { max(1, $0.trailingZeroBitCount) }
    #expect(Blocks(file).bits == expected)
    #expect(Blocks(file).frames == [.init(width: 40, height: 30)])
    let found = try EngineDecoding(engine: .giflib).decode(file, size(40, 30))
    #expect(found.picture == picture)
  }

  @Test("Alpha of less than a half becomes transparent, and all other alpha opaque")
  func alpha() throws {
    let picture = TestPicture(width: 4, height: 2, channels: 4) { x, _, channel in
      [UInt8(10 * x), 20, 30, [0, 127, 128, 255][x]][channel]
    }
    let file = try Self.still(picture)
    #expect(Blocks(file).frames.first?.transparent == 2)
    let found = try EngineDecoding(engine: .giflib, hasAlpha: true).decode(file, size(4, 2)).picture
    for y in 0..<2 {
      #expect((0..<4).map { found[$0, y, 3] } == [0, 0, 255, 255])
      #expect((2..<4).map { found[$0, y, 0] } == [20, 30])
    }
  }

  @Test("A picture of many colours gets 256 that are near to them")
  func approximation() throws {
    let picture = TestPicture.smooth(width: 200, height: 150)
    let file = try Self.still(picture)
    #expect(Blocks(file).bits == 8)
    let found = try EngineDecoding(engine: .giflib).decode(file, size(200, 150)).picture
    #expect(found.psnr(picture) > 30)
    let colors = stride(from: 0, to: found.samples.count, by: 3).map { Array(found.samples[$0..<$0 + 3]) }
    #expect(Set(colors).count > 200)
  }

  private static func picture(_ color: (Int, Int) -> [UInt8]) -> TestPicture {
    TestPicture(width: 11, height: 7, channels: color(0, 0).count) { x, y, channel in color(x, y)[channel] }
  }

  @Test("A frame holds the part that changed, and leaves the pixels in it that didn't")
  func changes() throws {
    let plain = Self.picture { _, _ in [1, 2, 3] }
    let spots = Self.picture { x, y in (x, y) == (5, 3) || (x, y) == (7, 4) ? [9, 9, 9] : [1, 2, 3] }
    let pictures = [plain, spots, spots, plain]
    let file = try Self.animation(pictures).file
    let blocks = Blocks(file)
    func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ delay: Int, clear: Bool) -> Blocks.Frame {
      .init(
        x: x, y: y, width: width, height: height, delay: delay, disposal: 1, transparent: clear ? 2 : nil)
    }
    #expect(blocks.repetitions == 2 && blocks.bits == 2)
    #expect(
      blocks.frames == [
        frame(0, 0, 11, 7, 0, clear: false), frame(5, 3, 3, 2, 10, clear: true),
        frame(0, 0, 1, 1, 20, clear: true), frame(5, 3, 3, 2, 30, clear: true),
      ])
    #expect(try Self.decoded(file, like: pictures).map(\.picture) == pictures)
  }

  @Test(
    "An animation is shown as often as before",
    arguments: [(0, 0), (1, nil), (2, 1), (65535, 65534)] as [(Int, Int?)])
  func plays(_ plays: Int, _ repetitions: Int?) throws {
    let pictures = [Self.picture { _, _ in [1, 2, 3] }, Self.picture { _, _ in [4, 5, 6] }]
    #expect(try Blocks(Self.animation(pictures, plays: plays).file).repetitions == repetitions)
  }

  @Test("Times are rounded to hundredths with the right sum, and a time that GIF can't say fails")
  func times() throws {
    let pictures = (0..<6).map { number in Self.picture { x, _ in [UInt8(number), UInt8(x), 3] } }
    let durations = [33, 33, 34, 4, 4, 655_350]
    let file = try Self.animation(pictures, durations: durations).file
    #expect(Blocks(file).frames.map(\.delay) == [3, 4, 3, 0, 1, 65535])
    let long = Finding(.encodeFailed, "can't be encoded: a frame is shown for longer than GIF can say")
    #expect(throws: ImageError(long)) {
      try Self.animation(Array(pictures.prefix(2)), durations: [0, 655_356])
    }
  }

  @Test("Frames whose pixels become transparent are whole, and cleared")
  func uncovering() throws {
    let pictures = (0..<3).map { number in
      Self.picture { x, y in x / 3 == number && y > 0 ? [UInt8(50 * number), 9, 9, 255] : [0, 0, 0, 0] }
    }
    let file = try Self.animation(pictures).file
    #expect(Blocks(file).frames.allSatisfy { $0.disposal == 2 && $0.width == 11 && $0.transparent != nil })
    #expect(try Self.decoded(file, like: pictures).map(\.picture) == pictures)
  }

  @Test("Transparent pixels that only get covered stay so without clearing")
  func covering() throws {
    let pictures = (0..<3).map { number in
      Self.picture { x, _ in x / 3 <= number ? [UInt8(50 * (x / 3)), 9, 9, 255] : [0, 0, 0, 0] }
    }
    let file = try Self.animation(pictures).file
    #expect(Blocks(file).frames.map(\.disposal) == [1, 1, 1])
    #expect(Blocks(file).frames.map(\.width) == [11, 3, 3])
    #expect(try Self.decoded(file, like: pictures).map(\.picture) == pictures)
  }

  @Test("Frames share a palette that is exact, and else have exact ones of their own")
  func palettes() throws {
    func pictures(_ count: Int, _ colors: Int) -> [TestPicture] {
      (0..<count).map { number in
        TestPicture(width: 30, height: 20, channels: 3) { x, y, channel in
          let place = number * colors + (x + 30 * y) % colors
          return [UInt8(place & 255), UInt8(place >> 8), 7][channel]
        }
      }
    }
    let few = pictures(3, 80)
    let (shared, times) = try Self.animation(few)
    #expect(Blocks(shared).bits == 8 && Blocks(shared).frames.allSatisfy { $0.bits == nil } && times == 3)
    #expect(try Self.decoded(shared, like: few).map(\.picture) == few)
    let many = pictures(4, 200)
    let (own, twice) = try Self.animation(many)
    #expect(Blocks(own).bits == nil && Blocks(own).frames.allSatisfy { $0.bits == 8 } && twice == 2)
    #expect(try Self.decoded(own, like: many).map(\.picture) == many)
  }

  @Test("A frame of 256 colours keeps them where pixels among them don't change")
  func fullPalette() throws {
    let pictures = (0..<3).map { number in
      TestPicture(width: 16, height: 17, channels: 3) { x, y, channel in
        // All colours move; the pixels of the sixth row, which has one of them, don't.
        let place = y == 5 ? 77 : (x + 16 * (y > 5 ? y - 1 : y) + 3 * number) & 255
        return [UInt8(place), UInt8(255 - place), 7][channel]
      }
    }
    let file = try Self.animation(pictures).file
    #expect(Blocks(file).frames.map(\.transparent) == [nil, nil, nil])
    #expect(Blocks(file).frames.map(\.height) == [17, 17, 17])
    #expect(try Self.decoded(file, like: pictures).map(\.picture) == pictures)
  }

  @Test("Of palettes that aren't exact, the smaller file's are taken")
  func smaller() throws {
    let smooth = (0..<3).map { number in
      TestPicture(width: 64, height: 48, channels: 3) { x, y, channel in
        UInt8((x * (3 + channel) + y * 2 + number) & 255)
      }
    }
    // The same picture moves: one palette serves all frames.
    let shared = try Self.animation(smooth).file
    #expect(Blocks(shared).bits == 8)
    // Frames of noise that have few colours but one: a table for each of the others is small.
    var random = SplitMix64(seed: 8)
    let noise = TestPicture(width: 64, height: 48, channels: 3) { _, _, _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let coins = (0..<64 * 48).map { _ in Bool.random(using: &random) }
    let flat = (0..<3).map { number in
      TestPicture(width: 64, height: 48, channels: 3) { x, y, _ in
        UInt8(coins[x + 64 * y] ? 3 * number : 200 + number)
      }
    }
    let own = try Self.animation([noise] + flat).file
    #expect(Blocks(own).bits == nil)
    #expect(Blocks(own).frames.map(\.bits) == [8, 1, 1, 1])
  }

  @Test("An animation lacks no frame")
  func missing() throws {
    let encoder = try PictureEncoder(.gif) { _ throws(ImageError) in }
    _ = try encoder.startFrames(
      size(11, 7), PixelFormat(.rgb), frames: 2, plays: 0, options: .defaults(.gif), metadata: KeptMetadata())
    try encoder.add(try Self.picture { _, _ in [1, 2, 3] }.planes().map { Channel($0) }, duration: 0)
    let isWantedAgain = try encoder.beginsAgain()
    #expect(!isWantedAgain)
    #expect(throws: ImageError(.encodeFailed, "can't be encoded: frames are missing")) {
      try encoder.finishFrames()
    }
  }
}
