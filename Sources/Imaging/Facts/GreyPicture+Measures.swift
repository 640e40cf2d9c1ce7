import ImageModel

extension GreyPicture {
  /// All facts. They follow from integers, and from additions, multiplications, divisions and square roots, which IEEE
  /// 754 rounds in one way.
  package var facts: GreyFacts {
    var histogram = [Int](repeating: 0, count: 256)
    for sample in samples { histogram[Int(sample)] += 1 }
    let sum = histogram.indices.reduce(0) { $0 + $1 * histogram[$1] }
    let squares = histogram.indices.reduce(0) { $0 + $1 * $1 * histogram[$1] }
    let count = samples.count
    return GreyFacts(
      sharpness: laplacianVariance.rounded(to: 100),
      entropy: Self.entropy(histogram, of: count).rounded(to: 10_000),
      mean: (Double(sum) / Double(count)).rounded(to: 100),
      deviation: Self.variance(sum, squares, of: count).squareRoot().rounded(to: 100), phash: phash,
      dhash: dhash)
  }

  /// The variance of the Laplacian in all pixels with four neighbours. The kernel takes a pixel -4 times, and each of
  /// its neighbours above, below, left and right once. 0 for a picture without such pixels.
  private var laplacianVariance: Double {
    let (width, height) = (size.width, size.height)
    guard width > 2, height > 2 else { return 0 }
    var (sum, squares) = (0, 0)
    samples.withUnsafeBufferPointer { samples in
      for y in 1..<height - 1 {
        // A row's sums fit in 32 bits: a value is at most 1020, and a row has at most ``side`` of them.
        var (ofRow, squaresOfRow): (Int32, Int32) = (0, 0)
        for place in y * width + 1..<(y + 1) * width - 1 {
          let around =
            Int32(samples[place &- width]) &+ Int32(samples[place &+ width]) &+ Int32(samples[place &- 1])
            &+ Int32(samples[place &+ 1])
          let value = around &- 4 &* Int32(samples[place])
          ofRow &+= value
          squaresOfRow &+= value &* value
        }
        sum += Int(ofRow)
        squares += Int(squaresOfRow)
      }
    }
    return Self.variance(sum, squares, of: (width - 2) * (height - 2))
  }

  /// The variance of `count` whole numbers with this sum and this sum of squares.
  private static func variance(_ sum: Int, _ squares: Int, of count: Int) -> Double {
    Double(count * squares - sum * sum) / (Double(count) * Double(count))
  }

  /// Shannon's entropy in bits of the distribution of `count` samples.
  private static func entropy(_ histogram: [Int], of count: Int) -> Double {
    let sum = histogram.reduce(0.0) { $0 + ($1 > 1 ? Double($1) * binaryLogarithm(of: $1) : 0) }
    return binaryLogarithm(of: count) - sum / Double(count)
  }

  /// The logarithm to base 2 of a number above 0, with an error below 1e-13. The C library's logarithm differs from
  /// processor to processor. With m = n / 2^e in 1..<2 and t = (m - 1) / (m + 1), it is e + 2 artanh(t) / ln 2; t is at
  /// most 1/3, so terms to the 27th power of t suffice.
  static func binaryLogarithm(of number: Int) -> Double {
    let value = Double(number)
    let t = (value.significand - 1) / (value.significand + 1)
    var sum = 0.0
    for power in stride(from: 27, through: 1, by: -2) { sum = sum * t * t + 1 / Double(power) }
    return Double(value.exponent) + 2 * t * sum / 0.693_147_180_559_945_3
  }
}

extension Double {
  /// The nearest multiple of 1 / `parts`; 0 has no sign.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts + 0 }
}
