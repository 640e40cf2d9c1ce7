import ImageModel
import TestSupport
import Testing

/// Random crops, reckoned a second time in rational numbers.
@Suite struct CropPropertyTests {
  private func length(_ extent: Int, _ random: inout SplitMix64, isExtent: Bool) -> ExactCrop.Length {
    let low = isExtent ? 1 : -extent * 4
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .pixels(Fraction(Int.random(in: low / 4...extent * 5 / 4 + 1, using: &random)))
    case 1: return .pixels(Fraction(Int.random(in: low...extent * 10, using: &random), 8))
    case 2: return .pixels(Fraction(Int.random(in: low * 16...extent * 80, using: &random), 64))
    default: return .percent(Fraction(Int.random(in: (isExtent ? 1 : -200)...1200, using: &random), 10))
    }
  }

  private func place(_ size: PixelSize, _ random: inout SplitMix64) -> ExactCrop.Place {
    if Bool.random(using: &random) {
      return .focus(
        length(size.width, &random, isExtent: false), length(size.height, &random, isExtent: false))
    }
    return .gravity(Gravity.allCases[Int.random(in: 0..<9, using: &random)])
  }

  private func shape(_ size: PixelSize, _ random: inout SplitMix64) -> ExactCrop.Shape {
    let width = length(size.width, &random, isExtent: true)
    let height = length(size.height, &random, isExtent: true)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return .box(
        length(size.width, &random, isExtent: false), length(size.height, &random, isExtent: false), width,
        height)
    case 1: return .sized(width, height, place(size, &random))
    default:
      return .aspect(
        Int.random(in: 1...30, using: &random), Int.random(in: 1...30, using: &random), place(size, &random))
    }
  }

  /// Sizes from 1x1, among them very long ones.
  private func size(_ random: inout SplitMix64) -> PixelSize {
    let sides = [1, 2, 3, 7, 64, 101, 1000, 4032, 65500]
    return PixelSize(
      width: sides[Int.random(in: 0..<sides.count, using: &random)],
      height: sides[Int.random(in: 0..<sides.count, using: &random)])
  }

  @Test(arguments: ExifOrientation.allCases) func boxesAreThoseOfExactArithmetic(_ tag: ExifOrientation) {
    var random = SplitMix64(seed: UInt64(tag.rawValue))
    for _ in 0..<3000 {
      let stored = size(&random)
      let crop = ExactCrop(
        shape: shape(stored, &random), space: Bool.random(using: &random) ? .display : .stored,
        rounding: Crop.Rounding.allCases[Int.random(in: 0..<3, using: &random)],
        outOfBounds: Crop.OutOfBounds.allCases[Int.random(in: 0..<3, using: &random)])
      let found = crop.model.resolved(stored: stored, orientation: tag)
      #expect(found.map(\.box) == crop.expected(stored, tag), "\(crop) of \(stored)")
      if case .success(let resolved) = found {
        var padded = crop
        padded.outOfBounds = .pad
        let whole = try? padded.expected(stored, tag).get()
        #expect(resolved.isClipped == (crop.outOfBounds == .clip && whole != resolved.box))
      }
    }
  }

  /// Boxes in per cent with hundredths, where halves of pixels and floating point meet most.
  @Test(arguments: SpaceName.allCases) func neighboursStayNeighbours(_ space: SpaceName) {
    var random = SplitMix64(seed: 17)
    for round in 0..<600 {
      let extent = [1000, 1500, 4032, 50, 625, 1250][round % 6]
      let cuts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Int.random(in: 1..<2000, using: &random) * 5
      }
      let edges = ([0, 10000] + cuts).sorted()
      for tag in ExifOrientation.allCases {
        let wrong = strips(edges, extent, tag, space).firstIndex { $0 != 1 }
        #expect(wrong == nil, "\(edges) of \(extent), \(tag)")
      }
    }
  }

  /// How often each pixel of an axis lies in a strip between two edges, in hundredths of a per cent.
  private func strips(
    _ edges: [Int], _ extent: Int, _ tag: ExifOrientation, _ space: SpaceName
  ) -> [Int] {
    let stored = PixelSize(width: extent, height: extent)
    var covered = Array(repeating: 0, count: extent)
    let isAcross = space == .display || tag.rawValue < 5
    for (from, to) in zip(edges, edges.dropFirst()) {
      let crop = Crop(
        .box(
          x: .percent(Double(from) / 100), y: .pixels(0), width: .percent(Double(to - from) / 100),
          height: .percent(100)), space: space)
      guard let box = try? crop.resolved(stored: stored, orientation: tag).get().box else { continue }
      for pixel in isAcross ? box.x..<box.right : box.y..<box.bottom { covered[pixel] += 1 }
    }
    return covered
  }
}
