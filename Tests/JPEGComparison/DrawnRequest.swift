import ImageModel
import ReducedJPEG
import TestSupport

extension PlainFrame {
  /// Points for each component, its own or the same for all.
  package func drawnPoints(_ random: inout SplitMix64) -> [Int] {
    let same = Int.random(in: 1...8, using: &random)
    let own = Bool.random(using: &random)
    return sampling.map { _ in own ? Int.random(in: 1...8, using: &random) : same }
  }

  /// A region for each component at its points.
  package func drawnRequest(_ points: [Int], _ random: inout SplitMix64) -> ReducedRequest {
    let looksAtAll = Int.random(in: 0..<4, using: &random) == 0
    return request(points, looksAtAll: looksAtAll) { .drawn(in: $1, &random) }
  }
}

extension PixelRect {
  /// A box inside a picture: a corner's sample, any sample, some rows, some columns, or any box.
  fileprivate static func drawn(in size: PixelSize, _ random: inout SplitMix64) -> Self {
    let across = drawn(size.width, &random)
    let down = drawn(size.height, &random)
    let corner = (random.pick([0, size.width - 1]), random.pick([0, size.height - 1]))
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: Self(x: corner.0, y: corner.1, width: 1, height: 1)
    case 1: Self(x: across.lowerBound, y: down.lowerBound, width: 1, height: 1)
    case 2: Self(x: 0, y: down.lowerBound, width: size.width, height: down.count)
    case 3: Self(x: across.lowerBound, y: 0, width: across.count, height: size.height)
    default: Self(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    }
  }

  private static func drawn(_ length: Int, _ random: inout SplitMix64) -> Range<Int> {
    let start = Int.random(in: 0..<length, using: &random)
    return start..<Int.random(in: start + 1...length, using: &random)
  }
}
