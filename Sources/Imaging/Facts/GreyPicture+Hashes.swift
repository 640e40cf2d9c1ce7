import ImageModel

extension GreyPicture {
  /// The hash by frequencies: of the picture in 32x32 samples, the 8x8 lowest coefficients of a DCT-II, each greater
  /// than the median or not.
  var phash: PictureHash {
    let rows = resized(to: PixelSize(width: 32, height: 32)).map { Int($0) }
    // The DCT along the rows, then along the columns. Only the order of the results counts, not their scale.
    let low = Self.lowest(of: Self.lowest(of: rows, count: 32), count: 8)
    let sorted = low.sorted()
    // The median of 64 numbers lies in the middle of the 32nd and the 33rd.
    let (below, above) = (sorted[31], sorted[32])
    return PictureHash(low.map { below == above ? $0 > below : $0 >= above })
  }

  /// The hash by steps: of the picture in 9x8 samples, whether each sample is greater than the one left of it.
  var dhash: PictureHash {
    let samples = resized(to: PixelSize(width: 9, height: 8))
    return PictureHash((0..<8).flatMap { y in (1..<9).map { samples[y * 9 + $0] > samples[y * 9 + $0 - 1] } })
  }

  /// The 8 lowest coefficients of each of `count` rows of 32 numbers, turned: those of the first frequency come first.
  private static func lowest(of rows: [Int], count: Int) -> [Int] {
    [Int](unsafeUninitializedCapacity: 8 * count) { coefficients, initialized in
      rows.withUnsafeBufferPointer { rows in
        waves.withUnsafeBufferPointer { waves in
          for place in 0..<8 * count {
            let (wave, row) = (place / count * 32, place % count * 32)
            var sum = 0
            for x in 0..<32 { sum &+= rows[row + x] &* waves[wave + x] }
            coefficients.initializeElement(at: place, to: sum)
          }
        }
      }
      initialized = 8 * count
    }
  }

  /// For each of the 8 lowest frequencies, its cosine at 32 places.
  private static let waves = (0..<8).flatMap { frequency in (0..<32).map { cosine(frequency, $0) } }

  /// The cosine of `frequency` * (2 * `place` + 1) / 64 half turns, in units of 2^-20.
  private static func cosine(_ frequency: Int, _ place: Int) -> Int {
    let angle = frequency * (2 * place + 1) % 128
    let turned = angle > 64 ? 128 - angle : angle
    return turned > 32 ? -cosines[64 - turned] : cosines[turned]
  }

  /// The cosines of 0 to 32 64ths of a half turn, in units of 2^-20, rounded.
  private static let cosines = [
    1_048_576, 1_047_313, 1_043_527, 1_037_227, 1_028_428, 1_017_151, 1_003_425, 987_281, 968_758, 947_901,
    924_761, 899_394, 871_859, 842_224, 810_560, 776_944, 741_455, 704_181, 665_210, 624_636, 582_558,
    539_076, 494_295, 448_324, 401_273, 353_255, 304_386, 254_783, 204_567, 153_858, 102_778, 51_451, 0,
  ]
}
