import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Resampling")
struct PixelResampleTests {
  /// From and to: shrunk, enlarged and each on one axis, odd and even, with widths beyond a SIMD register's.
  static let sizes: [(from: PixelSize, to: PixelSize)] = [
    (size(64, 48), size(32, 24)), (size(97, 71), size(31, 23)), (size(65, 33), size(64, 32)),
    (size(40, 41), size(41, 40)), (size(23, 19), size(61, 57)), (size(50, 30), size(20, 78)),
    (size(129, 67), size(13, 9)), (size(77, 45), size(77, 18)), (size(33, 90), size(17, 90)),
  ]

  @Test(arguments: sizes, ResampleFilter.allCases)
  func kernels(_ sizes: (from: PixelSize, to: PixelSize), _ filter: ResampleFilter) throws {
    let picture = TestPicture.noisy(width: sizes.from.width, height: sizes.from.height, channels: 1)
    let made = try PixelResampling.whole(picture, to: sizes.to, filter)
    let expected = picture.resampled(
      try filter.kernel, toWidth: sizes.to.width, height: sizes.to.height)
    // A kernel reaches 3 samples of the coarser grid; in an enlargement that is up to 3 x 3 results.
    let margin = min(
      sizes.to.width > sizes.from.width ? 9 : 3, (min(sizes.to.width, sizes.to.height) - 1) / 2)
    #expect(made.inner(margin).largestDifference(expected.inner(margin)) <= (filter == .point ? 0 : 1))
  }

  @Test("The part that is resampled may begin and end within a sample", arguments: ResampleFilter.allCases)
  func fractionalEdges(_ filter: ResampleFilter) throws {
    let picture = TestPicture.noisy(width: 61, height: 47, channels: 3)
    let region = RealRect<Decoded>(x: 0.625, y: 0.125, width: 59.625, height: 46.75)
    let geometry = ResampleGeometry(
      samples: PixelRect(picture.size), region: region, size: size(29, 21), filter: filter)
    let made = try PixelResampling.content(of: picture, geometry)
    let expected = picture.resampled(
      try filter.kernel, x: region.x, y: region.y, width: region.width, height: region.height, toWidth: 29,
      height: 21)
    #expect(made.inner(3).largestDifference(expected.inner(3)) <= (filter == .point ? 0 : 1))
  }

  @Test("Pictures of a few samples are mirrored at their edges", arguments: 1...8, ResampleFilter.allCases)
  func tiny(_ from: Int, _ filter: ResampleFilter) throws {
    let kernel = try filter.kernel
    for to in 1...8 {
      let picture = TestPicture.noisy(width: from, height: 9 - from, channels: 1, seed: UInt64(to))
      let made = try PixelResampling.whole(picture, to: size(to, 9 - to), filter)
      if from == to { #expect(made == picture) }
      let expected = picture.resampled(
        kernel, x: 0, y: 0, width: Double(from), height: Double(9 - from), toWidth: to, height: 9 - to)
      #expect(made.largestDifference(expected) <= 1, "\(from)x\(9 - from) to \(to)x\(9 - to)")
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func plainPicturesStayPlain(_ filter: ResampleFilter) throws {
    let color: [UInt8] = [255, 1, 77]
    for (from, to) in Self.sizes + [(size(1, 1), size(7, 5)), (size(5, 2), size(1, 1))] {
      let picture = TestPicture.plain(width: from.width, height: from.height, color)
      let made = try PixelResampling.whole(picture, to: to, filter)
      #expect(made == TestPicture.plain(width: to.width, height: to.height, color), "\(from) to \(to)")
    }
  }

  @Test("Only pixels of the crop weigh in", arguments: ResampleFilter.allCases)
  func nothingLeaksIn(_ filter: ResampleFilter) throws {
    for to in [size(9, 7), size(20, 31), size(60, 70), size(2, 1)] {
      let box = PixelRect<Decoded>(x: 11, y: 17, width: 33, height: 39)
      let picture = TestPicture(width: 70, height: 80, channels: 1) { x, y, _ in
        (box.x..<box.right).contains(x) && (box.y..<box.bottom).contains(y) ? 50 : 255
      }
      let geometry = ResampleGeometry(
        samples: box, region: RealRect(PixelRect(box.size)), size: to, filter: filter)
      let made = try PixelResampling.content(of: picture, geometry)
      #expect(made == TestPicture.plain(width: to.width, height: to.height, [50]))
    }
  }
}

@Suite("Strips")
struct PixelStripTests {
  @Test("A crop's rows may begin anywhere in a strip", arguments: [0, 1, 31], [1, 32, 33, 75])
  func offsets(_ firstRow: Int, _ rows: Int) throws {
    let picture = TestPicture.noisy(width: 45, height: 130)
    let box = PixelRect<Decoded>(x: 3, y: 40, width: 37, height: rows)
    for to in [size(37, rows), size(16, 11), size(50, 2 * rows)] {
      let geometry = ResampleGeometry(
        samples: box, region: RealRect(PixelRect(box.size)), size: to, filter: .lanczos3)
      let made = try PixelResampling.content(of: picture, geometry, firstRow: firstRow)
      let alone = try PixelResampling.whole(picture.cropped(box), to: to, .lanczos3)
      #expect(made == alone)
      if to == box.size { #expect(made == picture.cropped(box)) }
    }
  }
}

@Suite("Padded crops")
struct PixelPaddingTests {
  /// Beyond each edge and corner of a picture of 50x40, and beyond all of them.
  static let boxes: [PixelRect<Decoded>] = [
    PixelRect(x: -7, y: 5, width: 30, height: 20), PixelRect(x: 31, y: 5, width: 30, height: 20),
    PixelRect(x: 5, y: -9, width: 30, height: 20), PixelRect(x: 5, y: 33, width: 30, height: 20),
    PixelRect(x: -11, y: -3, width: 25, height: 33), PixelRect(x: 30, y: 20, width: 47, height: 41),
    PixelRect(x: -13, y: -8, width: 77, height: 59), PixelRect(x: 49, y: 39, width: 20, height: 20),
  ]
  private static let background: [UInt8] = [200, 30, 90]

  /// That background as a colour: of grey its first number is the luma.
  private static func color(_ channels: Int) -> RGBColor {
    channels == 1 ? RGBColor(red: 200, green: 200, blue: 200) : RGBColor(red: 200, green: 30, blue: 90)
  }

  private static func expected(_ picture: TestPicture, _ box: PixelRect<Decoded>) -> TestPicture {
    picture.placed(
      x: -box.x, y: -box.y, onWidth: box.width, height: box.height, background: background)
  }

  @Test(arguments: boxes, [1, 3])
  func exactWithoutResample(_ box: PixelRect<Decoded>, _ channels: Int) throws {
    let picture = TestPicture.noisy(width: 50, height: 40, channels: channels)
    let geometry = ResampleGeometry(
      samples: box, region: RealRect(PixelRect(box.size)), size: box.size, filter: .lanczos3)
    let made = try PixelResampling.content(
      of: picture, geometry, color: channels == 1 ? .grey : .rgb, background: Self.color(channels))
    #expect(made == Self.expected(picture, box))
  }

  @Test("With a resample the edge is blended", arguments: boxes, [1, 3])
  func blended(_ box: PixelRect<Decoded>, _ channels: Int) throws {
    let picture = TestPicture.noisy(width: 50, height: 40, channels: channels)
    for to in [size(17, 13), size(51, 63)] {
      let geometry = ResampleGeometry(
        samples: box, region: RealRect(PixelRect(box.size)), size: to, filter: .lanczos3)
      let made = try PixelResampling.content(
        of: picture, geometry, color: channels == 1 ? .grey : .rgb, background: Self.color(channels))
      let expected = Self.expected(picture, box)
        .resampled(.lanczos3, toWidth: to.width, height: to.height)
      let margin = to.width > box.width ? 9 : 3
      #expect(made.inner(margin).largestDifference(expected.inner(margin)) <= 1)
      #expect(made.psnr(expected) >= 40)
    }
  }
}
