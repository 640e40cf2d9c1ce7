import ImageModel
import ReducedJPEG
import TestSupport

/// The frame header of a JPEG, found without the code under test (ITU-T T.81, B.2.2).
package struct PlainFrame: Hashable, Sendable {
  /// In pixels.
  package let size: PixelSize
  /// One for each component.
  package let sampling: [TestJPEG.Sampling]

  /// Nil where a file doesn't begin with segments up to a Huffman-coded frame of 1 to 4 components with sampling factors of
  /// 1...4 that has a size.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]), var start = Self.afterFills(bytes, 2) else { return nil }
    while !(0xC0...0xC2 ~= bytes[start - 1]) {
      guard ![0xD8, 0xD9, 0xDA].contains(bytes[start - 1]), start + 1 < bytes.count,
        let next = Self.afterFills(bytes, start + Self.word(bytes, start))
      else { return nil }
      start = next
    }
    guard start + 8 <= bytes.count, start + Self.word(bytes, start) <= bytes.count else { return nil }
    size = PixelSize(width: Self.word(bytes, start + 5), height: Self.word(bytes, start + 3))
    let count = Int(bytes[start + 7])
    guard 1...4 ~= count, Self.word(bytes, start) == 8 + 3 * count else { return nil }
    sampling = (0..<count).map { component in
      let factors = Int(bytes[start + 9 + 3 * component])
      return TestJPEG.Sampling(factors >> 4, factors & 15)
    }
    guard size.area > 0, sampling.allSatisfy({ 1...4 ~= $0.horizontal && 1...4 ~= $0.vertical }) else {
      return nil
    }
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// The place behind a marker, before which fill bytes may stand.
  private static func afterFills(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place < bytes.count, bytes[place] == 0xFF else { return nil }
    return bytes[place...].firstIndex { $0 != 0xFF }.map { $0 + 1 }
  }

  /// A component's samples at so many points a block.
  package func side(_ component: Int, points: Int) -> PixelSize {
    func share(_ side: Int, _ factor: KeyPath<TestJPEG.Sampling, Int>) -> Int {
      let most = sampling.map { $0[keyPath: factor] }.max() ?? 1
      let own = (side * sampling[component][keyPath: factor] + most - 1) / most
      return (own * points + 7) / 8
    }
    return PixelSize(width: share(size.width, \.horizontal), height: share(size.height, \.vertical))
  }

  /// The blocks of all components in whole MCUs of all of them.
  package var blocks: Int {
    let (across, down) = (sampling.map(\.horizontal).max() ?? 1, sampling.map(\.vertical).max() ?? 1)
    let units = (size.width + 8 * across - 1) / (8 * across) * ((size.height + 8 * down - 1) / (8 * down))
    return units * sampling.reduce(0) { $0 + $1.horizontal * $1.vertical }
  }
}

extension PlainFrame {
  /// The request for all of each component, at its points a block.
  package func whole(_ points: [Int], looksAtAll: Bool = false) -> ReducedRequest {
    request(points, looksAtAll: looksAtAll) { PixelRect($1) }
  }

  /// The request for a region of each component, which `region` gives of its index and size.
  package func request(
    _ points: [Int], looksAtAll: Bool = false, _ region: (Int, PixelSize) -> PixelRect<Decoded>
  ) -> ReducedRequest {
    ReducedRequest(
      storedSize: size,
      components: points.enumerated().map { component, points in
        .init(points: points, region: region(component, side(component, points: points)))
      }, looksAtAll: looksAtAll)
  }
}
