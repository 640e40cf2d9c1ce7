import CCodecs
import Glibc
import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Frames of a PNG") struct PNGFramesTests {
  private static let alpha = FrameDecoding(engine: .libpng, hasAlpha: true)

  /// A frame of one colour: red, green, blue and alpha.
  private static func frame(
    _ color: [Int], _ box: (x: Int, y: Int, width: Int, height: Int), disposal: Int = 0, blending: Int = 0
  ) -> TestPNG.Frame {
    var frame = TestPNG.Frame(TestPNG(box.width, box.height, type: 6, depth: 8) { _, _, c in color[c] })
    frame.corner = (box.x, box.y)
    (frame.disposal, frame.blending) = (disposal, blending)
    return frame
  }

  private static let colors = [[200, 0, 0, 255], [0, 150, 0, 255], [0, 0, 90, 255]]

  private static func plain(
    _ color: Int, _ box: (x: Int, y: Int, width: Int, height: Int), disposal: Int = 0
  ) -> TestPNG.Frame {
    frame(colors[color - 1], box, disposal: disposal)
  }

  private static func first(_ color: Int, disposal: Int = 0) -> TestPNG.Frame {
    plain(color, (0, 0, 6, 3), disposal: disposal)
  }

  /// Rows of a frame: the number of each pixel's colour, or a point where it is transparent.
  private static func rows(_ picture: TestPicture) -> [String] {
    (0..<picture.height).map { y in
      (0..<picture.width).map { x in
        if picture[x, y, 3] == 0 { return "." }
        let color = (0..<4).map { Int(picture[x, y, $0]) }
        return colors.firstIndex(of: color).map { String($0 + 1) } ?? "?"
      }.joined()
    }
  }

  private static func composed(_ frames: TestPNG.Frame..., isShown: Bool = true) throws -> [[String]] {
    let canvas = TestPNG(6, 3, type: 6, depth: 8) { _, _, _ in 99 }
    let file = canvas.animation(frames, isShown: isShown)
    return try alpha.decode(file, size(6, 3), count: frames.count).frames.map { rows($0.picture) }
  }

  @Test("A frame stays, is cleared, or gives back what was there before it")
  func disposal() throws {
    let found = try Self.composed(
      Self.first(1), Self.plain(2, (1, 0, 2, 2), disposal: 2), Self.plain(3, (2, 1, 3, 2), disposal: 1),
      Self.plain(2, (5, 2, 1, 1)))
    #expect(
      found == [
        ["111111", "111111", "111111"], ["122111", "122111", "111111"], ["111111", "113331", "113331"],
        ["111111", "11...1", "11...2"],
      ])
  }

  @Test("A first frame that gives back what was there before it is cleared")
  func firstFrame() throws {
    let found = try Self.composed(Self.first(1, disposal: 2), Self.plain(2, (0, 0, 1, 1)))
    #expect(found[1] == ["2.....", "......", "......"])
  }

  @Test("A picture for still viewers is no frame, and a first frame need not cover the canvas")
  func hiddenPicture() throws {
    let found = try Self.composed(
      Self.plain(2, (2, 1, 2, 1)), Self.plain(3, (0, 0, 1, 3)), isShown: false)
    #expect(found == [["......", "..22..", "......"], ["3.....", "3.22..", "3....."]])
  }

  @Test("A frame replaces the pixels below it, or is blended with them")
  func blending() throws {
    let (half, clear) = ([0, 100, 40, 102], [7, 8, 9, 0])
    let canvas = TestPNG(6, 3, type: 6, depth: 8) { _, _, _ in 0 }
    let file = canvas.animation([
      Self.frame(Self.colors[0], (0, 0, 6, 3)), Self.frame(half, (0, 0, 2, 3), blending: 1),
      Self.frame(half, (2, 0, 2, 3)), Self.frame(clear, (0, 0, 1, 3)),
      Self.frame(clear, (1, 0, 1, 3), blending: 1), Self.frame(half, (0, 0, 1, 3), blending: 1),
    ])
    let frames = try Self.alpha.decode(file, size(6, 3), count: 6).frames
    func pixel(_ frame: Int, _ x: Int) -> [Int] { (0..<4).map { Int(frames[frame].picture[x, 1, $0]) } }
    // 0.4 of the frame and 0.6 of opaque red.
    #expect(pixel(1, 0) == [120, 40, 16, 255] && pixel(1, 2) == Self.colors[0])
    #expect(pixel(2, 2) == half && pixel(2, 4) == Self.colors[0])
    #expect(pixel(3, 0)[3] == 0)
    #expect(pixel(4, 1) == [120, 40, 16, 255])
    #expect(pixel(5, 0) == half)
  }

  /// The samples of a picture as red, green, blue and alpha of 8 bits (PNG, section 13.12).
  private static func expected(_ png: TestPNG, _ palette: [[Int]]) -> TestPicture {
    let most = Double(1 << png.depth - 1)
    return TestPicture(width: png.width, height: png.height, channels: 4) { x, y, channel in
      let first = (y * png.width + x) * png.channels
      let samples = Array(png.samples[first..<first + png.channels])
      func scaled(_ place: Int) -> UInt8 { UInt8((Double(samples[place]) * 255 / most).rounded()) }
      switch png.type {
      case 3: return UInt8(palette[samples[0]][channel])
      case 0, 4: return channel < 3 ? scaled(0) : png.type == 4 ? scaled(1) : 255
      default: return channel < png.channels ? scaled(channel) : 255
      }
    }
  }

  @Test("Frames of each colour type and depth, interlaced or not, are those that the samples say")
  func kinds() throws {
    let palette = (0..<256).map { [$0 * 37 & 255, $0 * 11 & 255, 255 - $0, $0 < 5 ? $0 * 60 : 255] }
    for (type, depth) in TestPNG.kinds {
      for isInterlaced in [false, true] {
        let frames = (0..<3).map { number in
          var picture = TestPNG(9, 7, type: type, depth: depth, isInterlaced: isInterlaced) { x, y, channel in
            (x * 5 + y * 3 + channel * 7 + number * 11) * (depth == 16 ? 997 : 1) & (1 << depth - 1)
          }
          picture.chunks =
            type == 3
            ? [
              TestPNG.chunk("PLTE", palette[..<(1 << depth)].flatMap { $0[..<3].map { UInt8($0) } }),
              TestPNG.chunk("tRNS", palette.prefix(min(5, 1 << depth)).map { UInt8($0[3]) }),
            ] : []
          picture.chunkBytes = number == 1 ? 7 : .max
          return TestPNG.Frame(picture)
        }
        var canvas = frames[0].picture
        canvas.chunkBytes = 11
        let found = try Self.alpha.decode(canvas.animation(frames), size(9, 7), count: 3)
        #expect(found.warnings.isEmpty, "\(type) \(depth)")
        for (frame, decoded) in zip(frames, found.frames) {
          #expect(
            decoded.picture == Self.expected(frame.picture, palette), "\(type) \(depth) \(isInterlaced)")
        }
      }
    }
  }

  @Test("A transparent colour shows what lies below if frames are blended")
  func transparentColor() throws {
    var canvas = TestPNG(2, 1, type: 2, depth: 8) { _, _, channel in [10, 20, 30][channel] }
    canvas.chunks = [TestPNG.chunk("tRNS", [0, 1, 0, 2, 0, 3])]
    var over = TestPNG.Frame(TestPNG(2, 1, type: 2, depth: 8) { x, _, channel in channel + 1 + 7 * x })
    over.blending = 1
    let frames = try Self.alpha.decode(
      canvas.animation([TestPNG.Frame(canvas), over]), size(2, 1), count: 2
    ).frames
    #expect(frames[1].picture.samples == [10, 20, 30, 255, 8, 9, 10, 255])
  }

  @Test("Times are rounded to milliseconds with the right sum, and a divisor of 0 means hundredths")
  func times() throws {
    var frames = [Self.first(1)]
    for delay in [(1, 30), (1, 30), (1, 30), (7, 0), (65535, 1), (1, 65535)] {
      var frame = Self.plain(2, (0, 0, 1, 1))
      frame.delay = delay
      frames.append(frame)
    }
    let file = frames[0].picture.animation(frames)
    let found = try Self.alpha.decode(file, size(6, 3), count: 7).frames.map(\.duration)
    #expect(found == [0, 33, 34, 33, 70, 65_535_000, 0])
  }

  @Test("A region is the same box of each frame, also in grey")
  func regions() throws {
    let frames = (0..<4).map { number in
      var frame = TestPNG.Frame(
        TestPNG(9 - number, 7 - number, type: 4, depth: 8) { x, y, channel in
          (x * 31 + y * 7 + channel * 90) & 255
        })
      frame.corner = (number, number / 2)
      (frame.disposal, frame.blending) = (number % 3, number % 2)
      return frame
    }
    let file = frames[0].picture.animation(frames)
    let whole = try Self.alpha.decodeInParts(file, size(9, 7), count: 4, seed: 4)
    let grey = FrameDecoding(engine: .libpng, hasAlpha: true, color: .grey)
    let planes = try grey.decode(file, size(9, 7), count: 4).frames
    for (frame, color) in zip(planes, whole) {
      let pairs = stride(from: 0, to: color.picture.samples.count, by: 4).flatMap {
        [color.picture.samples[$0], color.picture.samples[$0 + 3]]
      }
      #expect(frame.picture.samples == pairs)
    }
  }

  private static func edited(_ file: [UInt8], _ type: String, number: Int, _ edit: (inout [UInt8]) -> Void)
    -> [UInt8]
  {
    var (place, seen, result) = (8, 0, Array(file[..<8]))
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      var payload = Array(file[place + 8..<place + 8 + length])
      if name == type {
        if seen == number { edit(&payload) }
        seen += 1
      }
      result += TestPNG.chunk(name, payload)
      place += 12 + length
    }
    return result
  }

  private static func corrupt(_ reason: String) -> Finding {
    Finding(.corrupt, "damaged image data: \(reason)")
  }

  @Test("Chunks out of order, and frames that can't be, are damage that hides their frame")
  func disorder() throws {
    let frames = [Self.first(1), Self.plain(2, (0, 0, 2, 3)), Self.plain(3, (5, 0, 1, 3))]
    let file = frames[0].picture.animation(frames)
    let control = Self.corrupt("the control chunk of a frame is wrong")
    let cases: [([UInt8], Finding)] = [
      (
        Self.edited(file, "fdAT", number: 0) { $0[3] = 7 },
        Self.corrupt("the parts of its frames are out of order")
      ),
      (Self.edited(file, "fcTL", number: 1) { $0[3] = 9 }, control),
      (Self.edited(file, "fcTL", number: 1) { $0[15] = 5 }, control),
      (Self.edited(file, "fcTL", number: 1) { $0[7] = 0 }, control),
      (Self.edited(file, "fcTL", number: 1) { $0[24] = 3 }, control),
      (Self.edited(file, "fcTL", number: 1) { $0[25] = 2 }, control),
      (Self.edited(file, "fcTL", number: 1) { $0.removeLast() }, control),
    ]
    for (bytes, reason) in cases {
      #expect(Self.alpha.failure(bytes, size(6, 3), count: 3) == reason)
      let found = try Self.alpha.decode(bytes, size(6, 3), count: 3, onCorrupt: .none)
      #expect(Self.rows(found.frames[1].picture) == [String](repeating: "111111", count: 3))
      // A wrong number of data makes that of the next control wrong too.
      let last = reason == control ? "111113" : "111111"
      #expect(Self.rows(found.frames[2].picture) == [String](repeating: last, count: 3))
    }
    let small = Self.edited(file, "fcTL", number: 0) { $0[7] = 5 }
    #expect(Self.alpha.failure(small, size(6, 3), count: 3) == control)
  }

  @Test("A frame's wrong checksum, and data that doesn't fit, are damage of that frame")
  func data() throws {
    let frames = [Self.first(1), Self.plain(2, (0, 0, 2, 3)), Self.plain(3, (5, 0, 1, 3))]
    let file = frames[0].picture.animation(frames)
    let other = TestPNG.data(of: TestPNG(2, 2, type: 6, depth: 8) { _, _, _ in 0 }.file)
    let short = Self.edited(file, "fdAT", number: 0) { $0 = Array($0[..<4]) + other }
    let found = try Self.alpha.decode(short, size(6, 3), count: 3, onCorrupt: .none)
    #expect(Self.rows(found.frames[1].picture) == ["..1111", "..1111", "111111"])
    #expect(Self.rows(found.frames[2].picture) == ["..1113", "..1113", "111113"])
    #expect(found.warnings == [Finding(.damaged, "decoder warning png_data, once")])
    var wrong = file
    // The checksum of the last fdAT chunk stands before IEND's twelve bytes.
    wrong[file.count - 13] ^= 1
    #expect(Self.alpha.failure(wrong, size(6, 3), count: 3)?.code == .corrupt)
    let empty = Self.edited(file, "fdAT", number: 0) { $0 = Array($0[..<4]) }
    #expect(Self.alpha.failure(empty, size(6, 3), count: 3)?.code == .corrupt)
  }

  @Test(
    "A file without the frames that it announces fails, and where that is tolerated they look like the last one"
  )
  func missing() throws {
    let frames = [Self.first(1), Self.plain(2, (0, 0, 2, 3))]
    let announced = frames[0].picture.animation(frames, announced: 3)
    #expect(Self.alpha.failure(announced, size(6, 3), count: 2) == .fileCut)
    #expect(Self.alpha.failure(announced, size(6, 3), count: 3) == .fileCut)
    let found = try Self.alpha.decode(announced, size(6, 3), count: 3, onCorrupt: .none)
    #expect(found.frames[2].picture == found.frames[1].picture)
    #expect(found.warnings == [Finding(.damaged, "decoder warning png_end, once")])
    let file = frames[0].picture.animation(frames)
    // The signature, IHDR and acTL are whole.
    for length in 8 + 25 + 20..<file.count {
      let bytes = Array(file[..<length])
      #expect(Self.alpha.failure(bytes, size(6, 3), count: 2) == .fileCut, "\(length)")
    }
    for cut in [1, 12, 30, 60, 80, 100] {
      let found = try Self.alpha.decode(file.dropLast(cut), size(6, 3), count: 2, onCorrupt: .none)
      #expect(found.warnings == [Finding(.damaged, "decoder warning png_end, once")], "\(cut)")
    }
    #expect(Self.alpha.failure(file, size(6, 4), count: 2) == .notAsPlanned)
  }

  /// An animation of 200x150 with two frames of noise, too long for a buffer, and then one of a green pixel.
  private static func noise() -> [UInt8] {
    var random = SplitMix64(seed: 5)
    var frames = (0..<2).map { _ in
      TestPNG.Frame(
        TestPNG(200, 150, type: 6, depth: 8) { _, _, _ in Int.random(in: 0...255, using: &random) })
    }
    frames.append(plain(2, (0, 0, 1, 1)))
    var canvas = frames[0].picture
    canvas.chunkBytes = 9000
    return canvas.animation(frames)
  }

  @Test("Damage within long data ends with its frame")
  func longData() throws {
    let file = Self.noise()
    let whole = try Self.alpha.decode(file, size(200, 150), count: 3).frames
    // Behind the chunk's number and zlib's two bytes, a block of a kind that Deflate lacks begins.
    let broken = Self.edited(file, "fdAT", number: 0) { $0[6] = 7 }
    let found = try Self.alpha.decode(broken, size(200, 150), count: 3, onCorrupt: .none)
    #expect(found.warnings == [Finding(.damaged, "decoder warning png_data, once")])
    #expect(found.frames[1].picture == whole[0].picture)
    var expected = whole[0].picture
    for channel in 0..<4 { expected[0, 0, channel] = UInt8(Self.colors[1][channel]) }
    #expect(found.frames[2].picture == expected)
  }

  @Test("A read that fails within the data of a frame ends the decode", arguments: [0, 1])
  func unreadable(frame: Int) throws {
    let open = try OpenBytes(Self.noise())
    let decoder = try PictureDecoder(.libpng, descriptor: open.descriptor, digest: nil)
    var request = DecodeRequest(
      storedSize: size(200, 150), pixels: PixelFormat(.rgb, hasAlpha: true), scale: .full,
      region: PixelRect(size(200, 150)), deadline: PixelDecoding.never, onCorrupt: .none)
    request.frames = 3
    _ = try decoder.start(request)
    for _ in 0..<frame { _ = try decoder.nextFrame() }
    // From now on, the descriptor can't be read.
    let unreadable = Glibc.open("/dev/null", O_WRONLY)
    defer { close(unreadable) }
    #expect(dup2(unreadable, open.descriptor) == open.descriptor)
    #expect(throws: ImageError(.ioError(EBADF))) { try decoder.nextFrame() }
    #expect(throws: ImageError(.ioError(EBADF))) { try decoder.drain(limit: .max) }
  }

  @Test("Chunks behind a frame's data don't outlast the deadline")
  func late() throws {
    let frames = [Self.first(1), Self.plain(2, (0, 0, 2, 3))]
    let file = frames[0].picture.animation(frames)
    // The signature, IHDR, acTL, fcTL, and the first frame's IDAT.
    let end = 8 + 25 + 20 + 38 + 12 + TestPNG.data(of: frames[0].picture.file).count
    let empty = Array(repeatElement(TestPNG.chunk("IDAT", []), count: 2_000_000).joined())
    let open = try OpenBytes(file[..<end] + empty + file[end...])
    let decoder = try PictureDecoder(.libpng, descriptor: open.descriptor, digest: nil)
    var request = DecodeRequest(
      storedSize: size(6, 3), pixels: PixelFormat(.rgb, hasAlpha: true), scale: .full,
      region: PixelRect(size(6, 3)), deadline: shim_now() + 20_000_000)
    request.frames = 2
    #expect(throws: ImageError(.timeout)) {
      _ = try decoder.start(request)
      _ = try decoder.nextFrame()
    }
  }

  @Test("Turned bits never do more than fail", arguments: [false, true])
  func damage(isShown: Bool) throws {
    let frames = (0..<4).map { number in
      let picture = TestPNG(6 - number, 3, type: 6, depth: 8) { x, y, channel in
        (x * 40 + y * 9 + channel * number) & 255
      }
      var frame = TestPNG.Frame(picture)
      (frame.disposal, frame.blending) = (number % 3, number & 1)
      return frame
    }
    var canvas = TestPNG(6, 3, type: 6, depth: 8) { _, _, _ in 9 }
    canvas.chunkBytes = 40
    try Self.alpha.survive(canvas.animation(frames, isShown: isShown), size(6, 3), count: 4, seed: 1)
  }
}
