import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Outputs that are cropped and turned lose no more of the HDR picture than a base and a map that are cut and resampled
/// in floating point and coded at the same quality.
struct HDRFidelityTests {
  /// The HDR picture as viewers make it of base and map, in PQ (SMPTE ST 2084) with SDR white at 203 cd/m². Samples of the
  /// map lie in the middle of the base's pixels that share them, and are joined by straight lines.
  private struct HDR {
    private let (width, height): (Int, Int)
    private var samples: [Double] = []

    /// The three planes of the base, the map, and the map's place in the base's pixels.
    init(_ base: [TestPicture], _ map: TestPicture) {
      (width, height) = (base[0].width, base[0].height)
      for y in 0..<height {
        for x in 0..<width {
          let (luma, blue, red) = (
            Double(base[0][x, y, 0]), Double(base[1][x, y, 0]) - 128, Double(base[2][x, y, 0]) - 128
          )
          let colors = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
          let share = Self.sample(
            map, (Double(x) + 0.5) * Double(map.width) / Double(width) - 0.5,
            (Double(y) + 0.5) * Double(map.height) / Double(height) - 0.5)
          let gain = exp2(-0.5 + 2.75 * pow(share / 255, 1 / 1.25))
          samples += colors.map { Self.pq((Self.light($0 / 255) + 1.0 / 64) * gain - 1.0 / 32) }
        }
      }
    }

    private static func sample(_ map: TestPicture, _ x: Double, _ y: Double) -> Double {
      func near(_ place: Double, _ count: Int) -> (Int, Int, Double) {
        let place = min(max(place, 0), Double(count - 1))
        let first = min(Int(place), max(count - 2, 0))
        return (first, min(first + 1, count - 1), place - Double(first))
      }
      let ((left, right, across), (top, bottom, down)) = (near(x, map.width), near(y, map.height))
      func row(_ y: Int) -> Double {
        Double(map[left, y, 0]) * (1 - across) + Double(map[right, y, 0]) * across
      }
      return row(top) * (1 - down) + row(bottom) * down
    }

    /// IEC 61966-2-1.
    private static func light(_ value: Double) -> Double {
      let value = min(max(value, 0), 1)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func pq(_ light: Double) -> Double {
      let power = pow(max(light, 0) * 203 / 10000, 0.1593017578125)
      return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    /// The samples of a box, without a size of their own.
    func cropped(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> HDR {
      var part = self
      part.samples = []
      for row in y..<y + height {
        let start = (row * self.width + x) * 3
        part.samples += samples[start..<start + 3 * width]
      }
      return part
    }

    func psnr(_ other: HDR) -> Double {
      var sum = 0.0
      for (one, other) in zip(samples, other.samples) { sum += (one - other) * (one - other) }
      return -10 * log10(max(sum / Double(samples.count), 1e-12))
    }
  }

  /// The planes of a JPEG as they are decoded when they are coded at quality 98.
  private static func coded(_ planes: [TestPicture]) throws -> [TestPicture] {
    var bytes: [UInt8] = []
    let channels = try planes.map { picture in
      let plane = try Plane<UInt8>(width: picture.width, height: picture.height)
      for y in 0..<picture.height {
        for x in 0..<picture.width { plane.row(y)[x] = picture[x, y, 0] }
      }
      return Channel(plane)
    }
    try PictureEncoder(.jpeg) { chunk throws(ImageError) in bytes += chunk }.encode(
      channels, PixelFormat(planes.count == 1 ? .grey : .ycbcr),
      options: .jpeg(quality: 98, chroma: ChromaSubsampling.none), metadata: KeptMetadata())
    return try TurboJPEG.planes(bytes)
  }

  /// 20 boxes of a picture of 160x96, each at its own offset.
  private static let boxes = (0..<20).map { index in
    (x: (index * 37) % 101, y: (index * 23) % 53, width: 31 + index, height: 24 + index % 13)
  }

  @Test("Boxes at any offset, in all orientations, of maps of all ratios", arguments: [1, 2, 4])
  func boxes(_ ratio: Int) throws {
    let outputs = Self.boxes.enumerated().map { index, box in
      "- {path: \"{stem}-\(index).jpg\", crop: {x: \(box.x), y: \(box.y), width: \(box.width), height: \(box.height), space: stored}}\n"
    }
    let studio = try Studio("quality: 98\nchroma: \"4:4:4\"\noutputs:\n" + outputs.joined())
    var picture = HDRPicture()
    picture.base.options = .jpeg(quality: 95, chroma: ChromaSubsampling.none)
    (picture.map.width, picture.map.height) = (160 / ratio, 96 / ratio)
    for tag in UInt8(1)...8 {
      picture.base.segments = [.exif(orientation: tag)]
      try studio.folder.write(try picture.file(), to: "photos/\(tag).jpg")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))

    let base = try TurboJPEG.planes(try picture.base.jpeg())
    let map = try #require(try TurboJPEG.planes(try picture.mapFile()).first)
    let whole = HDR(base, map)
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for (index, box) in Self.boxes.enumerated() {
      let scale = 1 / Double(ratio)
      let cut = base.map { $0.cropped(x: box.x, y: box.y, width: box.width, height: box.height) }
      let small = map.resampled(
        .lanczos3, x: Double(box.x) * scale, y: Double(box.y) * scale, width: Double(box.width) * scale,
        height: Double(box.height) * scale, toWidth: (box.width + ratio - 1) / ratio,
        height: (box.height + ratio - 1) / ratio)
      let ideal = whole.cropped(box.x, box.y, box.width, box.height)
      for tag in UInt8(1)...8 {
        let read = try ReadHDR(try studio.folder.read("\(tag)-\(index).jpg"))
        let made = HDR(
          try TurboJPEG.planes(read.base).map { $0.stored(tag) },
          try #require(try TurboJPEG.planes(read.map).first).stored(tag))
        ours.append(ideal.psnr(made))
        let reference = HDR(
          try Self.coded(cut.map { $0.shown(tag) }).map { $0.stored(tag) },
          try Self.coded([small.shown(tag)])[0].stored(tag))
        theirs.append(ideal.psnr(reference))
      }
    }
    let (mean, reference) = (ours.reduce(0, +) / 160, theirs.reduce(0, +) / 160)
    let (worst, lowest) = (ours.min() ?? 0, theirs.min() ?? 0)
    #expect(mean >= reference - 0.1 && worst >= lowest - 0.1, "\(mean), \(worst); \(reference), \(lowest)")
  }
}
