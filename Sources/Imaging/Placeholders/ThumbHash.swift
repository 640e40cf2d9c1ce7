import ImageModel

/// ThumbHash: the lowest components of lightness, two colours and alpha, with the picture's aspect (evanw/thumbhash).
enum ThumbHash {
  /// The coded components of one channel.
  private struct Coded {
    var mean = 0.0
    /// The greatest size of another component.
    var scale = 0.0
    /// The other components, by rows, each 0...1 with 0.5 in the middle.
    var others: [Double] = []
  }

  /// The ThumbHash of a picture, 5 to 25 bytes. The picture has at most 100 pixels a side.
  static func bytes(of picture: PlaceholderPicture) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    let opacity = picture.pixels.map { Double($0.w) / 255 }
    let total = opacity.reduce(0, +)
    let hasAlpha = picture.pixels.contains { $0.w < 255 }
    // Transparent pixels get the mean colour.
    var mean = SIMD3<Double>()
    for (pixel, alpha) in zip(picture.pixels, opacity) { mean += color(pixel) * (alpha / 255) }
    if total > 0 { mean /= total }
    let colors = zip(picture.pixels, opacity).map { pixel, alpha in
      mean * (1 - alpha) + color(pixel) * (alpha / 255)
    }
    let most = hasAlpha ? 5 : 7
    let longer = max(width, height)
    let across = max(1, (2 * most * width + longer) / (2 * longer))
    let down = max(1, (2 * most * height + longer) / (2 * longer))
    let light = coded(colors.map { ($0.x + $0.y + $0.z) / 3 }, picture.size, max(3, across), max(3, down))
    let yellow = coded(colors.map { ($0.x + $0.y) / 2 - $0.z }, picture.size, 3, 3)
    let red = coded(colors.map { $0.x - $0.y }, picture.size, 3, 3)
    let alpha = hasAlpha ? coded(opacity, picture.size, 5, 5) : nil

    let isLandscape = width > height
    let first =
      rounded(63 * light.mean) | rounded(31.5 + 31.5 * yellow.mean) << 6
      | rounded(31.5 + 31.5 * red.mean) << 12 | rounded(31 * light.scale) << 18 | (hasAlpha ? 1 : 0) << 23
    let second =
      (isLandscape ? down : across) | rounded(63 * yellow.scale) << 3 | rounded(63 * red.scale) << 9
      | (isLandscape ? 1 : 0) << 15
    var bytes = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8($0 & 255) }
    if let alpha { bytes.append(UInt8((rounded(15 * alpha.mean) | rounded(15 * alpha.scale) << 4) & 255)) }
    let others = light.others + yellow.others + red.others + (alpha?.others ?? [])
    for start in stride(from: 0, to: others.count, by: 2) {
      let next = start + 1 < others.count ? rounded(15 * others[start + 1]) : 0
      bytes.append(UInt8((rounded(15 * others[start]) | next << 4) & 255))
    }
    return bytes
  }

  private static func color(_ pixel: SIMD4<UInt8>) -> SIMD3<Double> {
    SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
  }

  /// The lowest components of a channel. The column of each, as a share of `across`, and its row, as a share of `down`,
  /// add up to less than 1.
  private static func coded(_ values: [Double], _ size: PixelSize, _ across: Int, _ down: Int) -> Coded {
    let (width, height) = (size.width, size.height)
    let columns = (0..<across).map { i in (0..<width).map { Cosine.of(i * (2 * $0 + 1), over: 2 * width) } }
    let rows = (0..<down).map { j in (0..<height).map { Cosine.of(j * (2 * $0 + 1), over: 2 * height) } }
    var coded = Coded()
    for j in 0..<down {
      for i in 0..<across where i * down < across * (down - j) {
        var sum = 0.0
        for y in 0..<height {
          for x in 0..<width { sum += values[y * width + x] * columns[i][x] * rows[j][y] }
        }
        sum /= Double(width * height)
        // A component that is 0 has rounding errors, which `scale` would make large.
        if abs(sum) < 1e-9 { sum = 0 }
        if i + j == 0 {
          coded.mean = sum
        } else {
          coded.others.append(sum)
          coded.scale = max(coded.scale, abs(sum))
        }
      }
    }
    if coded.scale > 0 { coded.others = coded.others.map { 0.5 + 0.5 / coded.scale * $0 } }
    return coded
  }

  /// The nearest whole number; of two the greater one.
  private static func rounded(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
}
