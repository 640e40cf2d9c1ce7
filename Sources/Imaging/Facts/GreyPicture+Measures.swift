import CCodecs
import ImageModel

extension GreyPicture {
  /// All facts. They follow from integers, and from additions, multiplications, divisions and square roots, which IEEE
  /// 754 rounds in one way.
  package var facts: GreyFacts {
    let histogram = histogram
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

  /// The number of samples of each level.
  private var histogram: [Int] {
    var levels = [UInt32](repeating: 0, count: 256)
    shim_count_levels(samples, samples.count, &levels)
    return levels.map { Int($0) }
  }

  /// The variance of the Laplacian in all pixels with four neighbours. The kernel takes a pixel -4 times, and each of
  /// its neighbours above, below, left and right once. 0 for a picture without such pixels.
  private var laplacianVariance: Double {
    let (width, height) = (size.width, size.height)
    guard width > 2, height > 2 else { return 0 }
    let sums = shim_laplacian(samples, width, height)
    return Self.variance(Int(sums.sum), Int(sums.squares), of: (width - 2) * (height - 2))
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
    for factor in logarithmFactors { sum = sum * t * t + factor }
    return Double(value.exponent) + 2 * t * sum / 0.693_147_180_559_945_3
  }

  /// The factors of the powers of t, from the 27th to the first.
  private static let logarithmFactors = stride(from: 27, through: 1, by: -2).map { 1 / Double($0) }
}

extension Double {
  /// The nearest multiple of 1 / `parts`; 0 has no sign.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts + 0 }
}
