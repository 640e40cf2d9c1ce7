import ImageModel

extension ResampleFilter {
  /// Fills `values` with the kernel's values for samples that lie side by side. The first sample lies `first`
  /// samples from the kernel's middle, and a sample has the length `step` in the coarser grid.
  func evaluate(into values: UnsafeMutableBufferPointer<Double>, first: Double, step: Double) {
    switch self {
    case .lanczos3: Self.fill(values, first, step, Self.lanczos3)
    case .bicubic: Self.fill(values, first, step) { Self.cubic($0, b: 0, c: 0.5) }
    case .mitchell: Self.fill(values, first, step) { Self.cubic($0, b: 1.0 / 3, c: 1.0 / 3) }
    case .bilinear: Self.fill(values, first, step) { max(1 - $0, 0) }
    case .spline36: Self.fill(values, first, step, Self.spline36)
    case .point: values.update(repeating: 1)
    }
  }

  @inline(__always)
  private static func fill(
    _ values: UnsafeMutableBufferPointer<Double>, _ first: Double, _ step: Double,
    _ kernel: (_ distance: Double) -> Double
  ) {
    for place in values.indices { values[place] = kernel(abs((first + Double(place)) * step)) }
  }

  /// sinc(x) sinc(x / 3) below 3, by the sine of three times an angle.
  @inline(__always)
  private static func lanczos3(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if x >= 3 { return 0 }
    let sine = halfTurnSine(x / 3)
    let angle = Double.pi * x
    return 3 * sine * sine * (3 - 4 * sine * sine) / (angle * angle)
  }

  /// The sine of `x` half turns, for `x` from 0 to 1: Taylor's series to the 19th power, with an error below
  /// 3e-16. The C library's sine differs from processor to processor.
  @inline(__always)
  static func halfTurnSine(_ x: Double) -> Double {
    let angle = Double.pi * min(x, 1 - x)
    let square = angle * angle
    var sum = -1 / 121_645_100_408_832_000.0
    sum = sum * square + 1 / 355_687_428_096_000.0
    sum = sum * square - 1 / 1_307_674_368_000.0
    sum = sum * square + 1 / 6_227_020_800.0
    sum = sum * square - 1 / 39_916_800.0
    sum = sum * square + 1 / 362_880.0
    sum = sum * square - 1 / 5040.0
    sum = sum * square + 1 / 120.0
    sum = sum * square - 1 / 6.0
    return angle * (sum * square + 1)
  }

  /// The family of Mitchell and Netravali, "Reconstruction filters in computer graphics" (SIGGRAPH 1988).
  private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
    switch x {
    case ..<1: polynomial(x, (6 - 2 * b) / 6, 0, (-18 + 12 * b + 6 * c) / 6, (12 - 9 * b - 6 * c) / 6)
    case ..<2:
      polynomial(
        x, (8 * b + 24 * c) / 6, (-12 * b - 48 * c) / 6, (6 * b + 30 * c) / 6, (-b - 6 * c) / 6)
    default: 0
    }
  }

  /// The cardinal cubic spline over six samples.
  private static func spline36(_ x: Double) -> Double {
    switch x {
    case ..<1: polynomial(x, 1, -3.0 / 209, -453.0 / 209, 13.0 / 11)
    case ..<2: polynomial(x - 1, 0, -156.0 / 209, 270.0 / 209, -6.0 / 11)
    case ..<3: polynomial(x - 2, 0, 26.0 / 209, -45.0 / 209, 1.0 / 11)
    default: 0
    }
  }

  /// a + bx + cx² + dx³.
  private static func polynomial(_ x: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    a + x * (b + x * (c + x * d))
  }
}
