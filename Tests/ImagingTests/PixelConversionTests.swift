import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("From working samples to those of a file")
struct PixelConversionTests {
  /// The output of a picture whose last channel is alpha where there are 2 or 4, resampled to `size`. `color` is the
  /// model of 3 or 4 channels.
  private static func output(
    _ picture: TestPicture, to size: PixelSize, _ target: PixelFormat, background: RGBColor = .black,
    linear: Bool = false, color: ColorModel = .rgb
  ) throws -> [[UInt16]] {
    let alpha = picture.channels % 2 == 0
    let source = PixelFormat(picture.channels < 3 ? .grey : color, hasAlpha: alpha)
    let box = PixelRect<Decoded>(picture.size)
    let geometry = ResampleGeometry(samples: box, region: RealRect(box), size: size, filter: .lanczos3)
    let working = WorkingPixels(source, geometry, linear: linear)
    let resampler = StripResampler(
      geometry, of: working, picture: RealRect(box), background: background, in: Workspace())
    for row in stride(from: 0, to: picture.height, by: StripHeight.rows) {
      let count = min(StripHeight.rows, picture.height - row)
      try resampler.add(
        StripRows(
          firstRow: row, count: count, firstColumn: 0, pixels: source,
          planes: try PixelResampling.strip(of: picture, rows: row..<row + count)))
    }
    var content: [Channel] = []
    while let next = try resampler.next() { content.append(next) }
    let conversion = PixelConversion(working, from: .eight, to: target, background: background)
    return try conversion.converted(content).map { channel in
      switch channel {
      case .eight(let plane): plane.samples.map(UInt16.init)
      case .sixteen(let plane): plane.samples
      }
    }
  }

  /// Red that is seen beside green that isn't.
  private static let halves = TestPicture(width: 64, height: 8, channels: 4) { x, _, channel in
    x < 32 ? [250, 10, 20, 255][channel] : [0, 255, 0, 0][channel]
  }

  @Test("Colours that aren't seen don't shine through a resample")
  func premultiplied() throws {
    let planes = try Self.output(Self.halves, to: size(16, 2), PixelFormat(.rgb, hasAlpha: true))
    // A resample overshoots at an edge; what is cut off there is alpha alone.
    for x in 0..<16 where planes[3][x] > 8 {
      for (plane, sample) in zip(planes, [250, 10, 20]) {
        #expect((sample - 1...min(sample + sample / 10 + 1, 255)).contains(Int(plane[x])))
      }
    }
    #expect(planes[3][0] == 255 && planes[3][15] == 0)
  }

  @Test("What has alpha lies over the background where the file has none")
  func composed() throws {
    let background = RGBColor(red: 40, green: 50, blue: 60)
    let target = PixelFormat(.rgb)
    for size in [size(16, 2), size(64, 8)] {
      let planes = try Self.output(Self.halves, to: size, target, background: background)
      #expect(planes.map(\.first) == [250, 10, 20])
      #expect(planes.map(\.last) == [40, 50, 60])
    }
    // (v * a + b * (255 - a)) / 255, to the nearest.
    let patch = TestPicture(width: 3, height: 1, channels: 4) { x, _, channel in
      [[200, 100, 0, 128], [7, 7, 7, 1], [255, 255, 255, 254]][x][channel]
    }
    let planes = try Self.output(patch, to: size(3, 1), target, background: background)
    #expect(planes == [[120, 40, 254], [75, 50, 254], [30, 60, 254]])
  }

  @Test("Grey over a colour takes on colour")
  func greyOverColor() throws {
    let patch = TestPicture(width: 2, height: 1, channels: 2) { x, _, channel in
      [[90, 255], [0, 0]][x][channel]
    }
    let red = RGBColor(red: 255, green: 0, blue: 0)
    let planes = try Self.output(patch, to: size(2, 1), PixelFormat(.rgb), background: red)
    #expect(planes == [[90, 255], [90, 0], [90, 0]])
  }

  @Test("The grey picture of YCbCr is its luma, whatever its colours")
  func luma() throws {
    // Colours beyond those of RGB: a way through RGB would change their luma.
    let patch = TestPicture(width: 4, height: 1, channels: 3) { x, _, channel in
      [[0, 255, 255], [255, 0, 0], [90, 255, 0], [7, 128, 128]][x][channel]
    }
    #expect(try Self.output(patch, to: size(4, 1), PixelFormat(.grey), color: .ycbcr) == [[0, 255, 90, 7]])
    let noise = TestPicture.noisy(width: 40, height: 24, channels: 3)
    let grey = TestPicture(width: 40, height: 24, channels: 1) { x, y, _ in noise.samples[(y * 40 + x) * 3] }
    let half = size(20, 12)
    #expect(
      try Self.output(noise, to: half, PixelFormat(.grey), color: .ycbcr)
        == Self.output(grey, to: half, PixelFormat(.grey)))
  }

  @Test("Without a resample samples and alpha stay what they were, seen or not")
  func exact() throws {
    let picture = TestPicture.noisy(width: 33, height: 9, channels: 4)
    let planes = try Self.output(picture, to: picture.size, PixelFormat(.rgb, hasAlpha: true))
    for channel in 0..<4 {
      #expect(planes[channel] == (0..<297).map { UInt16(picture.samples[$0 * 4 + channel]) })
    }
    let wide = try Self.output(
      picture, to: picture.size, PixelFormat(.rgb, depth: .sixteen, hasAlpha: true))
    #expect(wide == planes.map { $0.map { $0 * 257 } })
  }

  /// Of black and white in turns half the light is left, which is 188 in sRGB, and not half the samples.
  @Test("In linear light a chessboard is as bright as from afar")
  func linear() throws {
    let board = TestPicture(width: 64, height: 64, channels: 3) { x, y, _ in (x + y) % 2 == 0 ? 0 : 255 }
    let light = try Self.output(board, to: size(8, 8), PixelFormat(.rgb), linear: true)
    let samples = try Self.output(board, to: size(8, 8), PixelFormat(.rgb))
    for plane in light { #expect(plane.allSatisfy { abs(Int($0) - 188) <= 1 }) }
    for plane in samples { #expect(plane.allSatisfy { abs(Int($0) - 128) <= 1 }) }
  }

  @Test("16 bits are dithered to 8: the mean stays, and what 8 bits hold stays as it is")
  func dithered() throws {
    let plane = try Plane<UInt16>(width: 64, height: 64)
    for level in [0, 257 * 100, 65535, 100 * 257 + 64, 100 * 257 + 200] as [UInt16] {
      for y in 0..<64 { plane.row(y).update(repeating: level) }
      let channel = Channel.sixteen(ContentPlane(plane, content: PixelRect(size(64, 64))))
      guard case .eight(let narrow) = try channel.narrowed(dithers: true) else { return }
      let mean = Double(narrow.samples.reduce(0) { $0 + Int($1) }) / 4096
      #expect(abs(mean - Double(level) / 257) <= 1.0 / 64)
      if level % 257 == 0 { #expect(Set(narrow.samples) == [UInt8(level / 257)]) }
    }
  }
}

extension ContentPlane {
  /// The content's samples, row by row.
  fileprivate var samples: [Sample] {
    (0..<content.height).flatMap { y in plane.row(content.y + y)[content.x..<content.right] }
  }
}
