import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("A region's samples are those of the same box of a full decode")
struct PixelRegionTests {
  typealias Sampling = TestJPEG.Sampling

  /// All sampling factors of three components that libjpeg takes: at most 10 blocks an MCU, and none that would
  /// need a fractional upsampling; the two chroma components alike.
  static let alike: [[Sampling]] = factors.flatMap { luma in
    factors.compactMap { chroma in taken([luma, chroma, chroma]) }
  }

  /// The same with two different chroma components.
  static let apart: [[Sampling]] = factors.flatMap { luma in
    factors.flatMap { blue in
      factors.compactMap { red in blue == red ? nil : taken([luma, blue, red]) }
    }
  }

  private static let factors = (1...4).flatMap { h in (1...4).map { Sampling(h, $0) } }

  private static func taken(_ sampling: [Sampling]) -> [Sampling]? {
    let blocks = sampling.reduce(0) { $0 + $1.horizontal * $1.vertical }
    let most = (sampling.map(\.horizontal).max() ?? 1, sampling.map(\.vertical).max() ?? 1)
    let isWhole = sampling.allSatisfy {
      most.0.isMultiple(of: $0.horizontal) && most.1.isMultiple(of: $0.vertical)
    }
    return blocks <= 10 && isWhole ? sampling : nil
  }

  /// Every kind of file of one sampling.
  private static func kinds(_ color: TestJPEG.Color, _ sampling: [Sampling]) -> [TestJPEG] {
    var restarting = TestJPEG(color)
    restarting.restart = 3
    return [TestJPEG(color), TestJPEG(color, .progressive), TestJPEG(color, .planar), restarting].map {
      var kind = $0
      kind.sampling = sampling
      return kind
    }
  }

  private static let colored = TestPicture.noisy(width: 117, height: 83)
  private static let grey = TestPicture.noisy(width: 117, height: 83, channels: 1)

  private static func check(_ kind: TestJPEG, _ color: ColorModel, boxes: Int, seed: UInt64) throws {
    let picture = color == .grey ? grey : colored
    let file = try kind.file(picture)
    var random = SplitMix64(seed: seed)
    for scale in DCTScale.libjpeg {
      let whole = try TestJPEG.decode(file, eighths: scale.eighths).picture
      #expect(whole.size == scale.decodedSize(of: picture.size))
      for box in PixelDecoding.boxes(in: whole.size, atRandom: boxes, &random) {
        let part = try PixelDecoding.region(file, color, stored: picture.size, scale: scale, box)
        #expect(part == whole.cropped(box), "\(kind) \(scale) \(box)")
      }
    }
  }

  @Test(arguments: alike)
  func everySampling(_ sampling: [Sampling]) throws {
    for (index, kind) in Self.kinds(.ycbcr, sampling).enumerated() {
      try Self.check(kind, .ycbcr, boxes: 9, seed: UInt64(index + 1))
    }
  }

  /// Of few columns libjpeg may be left with one or two of a component, for which it has other upsamplers.
  @Test("Narrow boxes keep the upsampling of the whole picture", arguments: [1, 2, 4])
  func narrow(_ width: Int) throws {
    var kind = TestJPEG(.ycbcr)
    kind.sampling = [
      Sampling(4, 1), Sampling(1, 1),
      Sampling(2, 1),
    ]
    let file = try kind.file(Self.colored)
    let whole = try TestJPEG.decode(file).picture
    for x in 0...whole.width - width {
      let box = PixelRect<Decoded>(x: x, y: 79, width: width, height: 3)
      let part = try PixelDecoding.region(file, .ycbcr, stored: whole.size, scale: .full, box)
      #expect(part == whole.cropped(box), "\(box)")
    }
  }

  @Test("Samplings with different chroma components", arguments: 0..<8)
  func differentChroma(_ share: Int) throws {
    for index in Self.apart.indices where index % 8 == share {
      let kinds = Self.kinds(.ycbcr, Self.apart[index])
      try Self.check(kinds[index % kinds.count], .ycbcr, boxes: 2, seed: UInt64(index + 1))
    }
  }

  @Test(arguments: [Sampling(1, 1), Sampling(2, 2), Sampling(2, 1), Sampling(1, 4)])
  func onePlane(_ sampling: Sampling) throws {
    for kind in Self.kinds(.grey, [sampling]) { try Self.check(kind, .grey, boxes: 9, seed: 3) }
  }

  @Test(arguments: [[], [Sampling(2, 2), Sampling(1, 1), Sampling(1, 1)]])
  func threePlanes(_ sampling: [Sampling]) throws {
    for kind in Self.kinds(.rgb, sampling) { try Self.check(kind, .rgb, boxes: 9, seed: 4) }
  }

  @Test("Wide pictures, whose boxes lie many MCUs from the edges", arguments: ChromaSubsampling.allCases)
  func wide(_ chroma: ChromaSubsampling) throws {
    let picture = TestPicture.noisy(width: 701, height: 40)
    for process in [TestJPEG.Process.baseline, .progressive] {
      var kind = TestJPEG(.ycbcr, process)
      kind.sampling = [Sampling(chroma.horizontal, chroma.vertical)]
      let file = try kind.file(picture)
      for scale in DCTScale.libjpeg {
        let whole = try TestJPEG.decode(file, eighths: scale.eighths).picture
        for x in stride(from: 1, to: whole.width - 7, by: 5) {
          let box = PixelRect<Decoded>(x: x, y: whole.height / 3, width: 1 + x % 7, height: 2)
          let part = try PixelDecoding.region(file, .ycbcr, stored: picture.size, scale: scale, box)
          #expect(part == whole.cropped(box), "\(process) \(scale) \(box)")
        }
      }
    }
  }
}

@Suite("Camera photos", .enabled(if: PixelCorpus.isPresent, "no corpus: set UPRIGHT_CORPUS"))
struct PixelCorpusTests {
  @Test(arguments: PixelCorpus.photos)
  func regions(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let header = try JPEGHeader.read(from: ByteSource(bytes))
    let color = try #require(header.color)
    for scale in [1, 2, 3].map({ DCTScale.libjpeg[$0] }) {
      let whole = try TestJPEG.decode(bytes, eighths: scale.eighths).picture
      let side = 512
      let middle = PixelRect<Decoded>(
        x: max(0, (whole.width - side) / 2), y: max(0, (whole.height - side) / 2),
        width: min(side, whole.width), height: min(side, whole.height))
      let odd = PixelRect<Decoded>(x: 101, y: 77, width: side, height: side)
        .intersection(PixelRect(whole.size))
      for box in [middle, odd] {
        let part = try PixelDecoding.region(bytes, color, stored: header.storedSize, scale: scale, box)
        #expect(part == whole.cropped(box), "\(scale) \(box)")
      }
    }
  }
}

/// The camera photos of the corpus.
enum PixelCorpus {
  static let photos: [String] = {
    guard let folder = PackageRoot.corpus.map({ $0 + "/cameras" }) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.lowercased().hasSuffix("jpg") }.sorted().map { "\(folder)/\($0)" }
  }()

  static var isPresent: Bool { !photos.isEmpty }
}
