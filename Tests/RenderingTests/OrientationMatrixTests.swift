import ImageModel
import Imaging
import JobFile
import RenderingSupport
import TestSupport
import Testing

@Suite("Every orientation, shape, crop, fit and mode")
struct OrientationMatrixTests {
  static let fits: [ExpectedFit] = [
    .none, .inside(20, 14), .inside(70, 60, enlarge: true), .outside(20, 14), .cover(20, 14),
    .cover(13, 22), .cover(61, 60, enlarge: true), .contain(24, 17), .contain(40, 41), .fill(17, 19),
    .width(21), .height(7),
  ]
  /// Those that no crop here is resampled for.
  static let unscaled: [ExpectedFit] = [.none, .contain(60, 61), .inside(90, 90), .cover(90, 90)]
  /// Landscape and portrait, even and odd.
  static let sizes = [(48, 36), (47, 35), (36, 48), (35, 47)]
  /// In decibels: what rounding, two resamples of the same kernel and quality 100 leave is far above it, one pixel
  /// beside the right place far below.
  static let bound = 48.0

  /// Job files take longer to read than such small pictures to render.
  private static let jobs: [[String]: JobSpec] = {
    var jobs: [[String]: JobSpec] = [:]
    for crop in ExpectedCrop.all {
      for fit in fits + unscaled {
        for mode in OrientationMode.allCases {
          let keys = [crop.yaml, fit.yaml, "orientation: \(mode.rawValue)"]
          jobs[keys] = try? RenderedImage.job([keys.filter { !$0.isEmpty }.joined(separator: ", ")])
        }
      }
    }
    return jobs
  }()

  private static func job(_ crop: ExpectedCrop, _ fit: ExpectedFit, _ mode: OrientationMode) throws -> JobSpec
  {
    try #require(jobs[[crop.yaml, fit.yaml, "orientation: \(mode.rawValue)"]])
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>, sizes)
  func geometry(_ tag: UInt8, _ size: (Int, Int)) throws {
    let file = try TestPicture.smooth(width: size.0, height: size.1).file()
    let stored = try TestJPEG.decode(file).picture
    let workspace = Workspace()
    for crop in ExpectedCrop.all {
      let shown = crop.result(of: stored, tag: tag)
      for fit in Self.fits {
        let expected = fit.result(of: shown)
        for mode in [OrientationMode.bake, .keep] {
          let made = try RenderedImage(
            Self.job(crop, fit, mode), file, stored: stored.size, tag: tag, workspace: workspace
          ).picture()
          let level = (mode == .keep ? made.shown(tag) : made).psnr(expected)
          #expect(level >= Self.bound, "\(crop.yaml) \(fit) \(mode)")
        }
      }
    }
  }

  @Test("A tag that is ignored changes nothing", arguments: sizes)
  func ignored(_ size: (Int, Int)) throws {
    let file = try TestPicture.smooth(width: size.0, height: size.1).file()
    let stored = try TestJPEG.decode(file).picture
    let workspace = Workspace()
    for crop in ExpectedCrop.all {
      for fit in Self.fits {
        let images = try (1...8).map { tag in
          try RenderedImage(
            Self.job(crop, fit, .ignore), file, stored: stored.size, tag: tag, workspace: workspace)
        }
        #expect(Set(images.map(\.files)).count == 1)
        let level = try images[0].picture().psnr(fit.result(of: crop.result(of: stored, tag: 1)))
        #expect(level >= Self.bound, "\(crop.yaml) \(fit)")
      }
    }
  }

  @Test("One pixel beside the right place is below the bound", arguments: 1...8 as ClosedRange<UInt8>, fits)
  func shifted(_ tag: UInt8, _ fit: ExpectedFit) throws {
    let file = try TestPicture.smooth(width: 48, height: 36).file()
    let stored = try TestJPEG.decode(file).picture
    let job = try RenderedImage.job(
      ["crop: {x: 3, y: 2, width: 31, height: 30}" + (fit == .none ? "" : ", ") + fit.yaml])
    let made = try RenderedImage(job, file, stored: stored.size, tag: tag).picture()
    let shown = stored.shown(tag)
    let levels = [(3, 2), (4, 2), (2, 2), (3, 3), (3, 1)].map { x, y in
      made.psnr(fit.result(of: shown.cropped(x: x, y: y, width: 31, height: 30)))
    }
    #expect(levels[0] >= Self.bound)
    for level in levels.dropFirst() { #expect(level < Self.bound) }
  }

  /// Encoding the expected planes gives the very samples of the output only if its planes were the expected ones.
  @Test(
    "Where nothing is resampled the planes are exact", arguments: 1...8 as ClosedRange<UInt8>,
    OrientationMode.allCases)
  func exact(_ tag: UInt8, _ mode: OrientationMode) throws {
    for size in Self.sizes {
      let file = try TestPicture.noisy(width: size.0, height: size.1).file()
      let stored = try TestJPEG.decode(file).picture
      for crop in ExpectedCrop.all {
        for fit in Self.unscaled {
          let image = try RenderedImage(
            Self.job(crop, fit, mode), file, stored: stored.size, tag: tag)
          let shown = fit.result(of: crop.result(of: stored, tag: mode == .ignore ? 1 : tag))
          let planes = mode == .keep ? shown.stored(tag) : shown
          #expect(try image.picture() == planes.encoded(), "\(size) \(crop.yaml) \(fit)")
        }
      }
    }
  }

  @Test("The tag that is written", arguments: 1...8 as ClosedRange<UInt8>)
  func writtenTag(_ tag: UInt8) throws {
    let picture = TestPicture.smooth(width: 20, height: 10)
    let written = try OrientationMode.allCases.map { mode in
      let image = try RenderedImage(
        Self.job(ExpectedCrop.all[0], .none, mode), picture.file(), stored: picture.size, tag: tag)
      let bytes = ByteSource(image.files[0])
      return try OrientationReading.read(JPEGHeader.read(from: bytes), from: bytes).tag?.rawValue
    }
    #expect(written == [nil, tag, nil])
  }
}
