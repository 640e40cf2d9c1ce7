import TestSupport

extension ShimTarget {
  /// Small files of all kinds, each with another choice of scale and region.
  package static func seeds() throws -> [[UInt8]] {
    let color = TestPicture.smooth(width: 37, height: 23)
    let grey = TestPicture.smooth(width: 37, height: 23, channels: 1)
    let files =
      try colorKinds.map { try $0.file(color) } + greyKinds.map { try $0.file(grey) } + pngs.map(\.file)
    var random = SplitMix64(seed: 5)
    return files.flatMap { file in
      (0..<4).map { scale in
        [UInt8(scale)] + (1..<ShimChoices.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
          + file
      }
    } + [[UInt8](repeating: 0, count: ShimChoices.length)]
  }

  private static var colorKinds: [TestJPEG] {
    let processes: [TestJPEG.Process] = [.baseline, .progressive, .planar]
    var kinds = [TestJPEG(.rgb)] + processes.map { TestJPEG(.ycbcr, $0) }
    for (across, down) in [(2, 1), (1, 2), (2, 2), (4, 1), (4, 2)] {
      kinds += processes.map { process in
        var kind = TestJPEG(.ycbcr, process)
        kind.sampling = [.init(across, down)]
        kind.quality = 40
        kind.restart = down
        return kind
      }
    }
    var odd = TestJPEG(.ycbcr)
    odd.sampling = [.init(3, 1), .init(1, 2), .init(1, 1)]
    return kinds + [odd]
  }

  private static let greyKinds = [
    TestJPEG(.grey), TestJPEG(.grey, .progressive), TestJPEG(.grey, .scans(30)), TestJPEG(.grey, .scans(120)),
  ]

  /// Each colour type (PNG, table 11.1), with the fewest bits and with the most, interlaced or not.
  private static var pngs: [TestPNG] {
    [(0, 1), (0, 16), (2, 8), (2, 16), (3, 2), (3, 8), (4, 8), (6, 16)].flatMap { type, depth in
      [false, true].map { interlaced in
        var png = TestPNG(19, 11, type: type, depth: depth, isInterlaced: interlaced) { x, y, channel in
          (x * 7 + y * 31 + channel) & (1 << depth - 1)
        }
        if type == 3 {
          let colors = (0..<3 << depth).map { UInt8(truncatingIfNeeded: $0 * 5) }
          png.chunks = [TestPNG.chunk("PLTE", colors), TestPNG.chunk("tRNS", [0, 128])]
        }
        return png
      }
    }
  }
}
