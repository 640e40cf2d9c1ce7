import Glibc

/// The kernels of the resampling literature, as functions of the distance in samples.
package enum TestKernel: String, CaseIterable, Sendable {
  case lanczos3, bicubic, mitchell, bilinear, spline36, point

  /// Half the length, in samples.
  var support: Double {
    switch self {
    case .lanczos3, .spline36: 3
    case .bicubic, .mitchell: 2
    case .bilinear: 1
    case .point: 0
    }
  }

  /// The weight of a sample at a distance; ``point`` has none.
  func callAsFunction(_ distance: Double) -> Double {
    let x = abs(distance)
    guard x < support else { return 0 }
    switch self {
    case .lanczos3: return x == 0 ? 1 : sin(.pi * x) * sin(.pi * x / 3) * 3 / (.pi * .pi * x * x)
    case .bicubic: return Self.cubic(x, b: 0, c: 0.5)
    case .mitchell: return Self.cubic(x, b: 1.0 / 3, c: 1.0 / 3)
    case .bilinear: return 1 - x
    case .spline36: return Self.spline36(x)
    case .point: return 0
    }
  }

  /// Mitchell and Netravali, "Reconstruction filters in computer graphics" (SIGGRAPH 1988), equation 8.
  private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
    let value =
      x < 1
      ? (12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)
      : (-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)
    return value / 6
  }

  /// The cardinal cubic spline over six samples.
  private static func spline36(_ x: Double) -> Double {
    let t = x - x.rounded(.down)
    return switch x {
    case ..<1: ((13.0 / 11 * t - 453.0 / 209) * t - 3.0 / 209) * t + 1
    case ..<2: ((-6.0 / 11 * t + 270.0 / 209) * t - 156.0 / 209) * t
    default: ((1.0 / 11 * t - 45.0 / 209) * t + 26.0 / 209) * t
    }
  }
}

/// One axis of a resample in floating point: for each result, weights that sum to 1 over consecutive samples.
private struct TestAxis {
  var taps: [(first: Int, weights: [Double])] = []

  /// `target` results from the part of `samples` samples that begins at `start` and is `extent` long.
  init(_ kernel: TestKernel, samples: Int, start: Double, extent: Double, target: Int) {
    let step = extent / Double(target)
    let stretch = max(1, step)
    // An axis that stays as it is isn't blurred, whatever the kernel does to it.
    let kernel = step == 1 && start == start.rounded() ? TestKernel.point : kernel
    for index in 0..<target {
      let centre = start + (Double(index) + 0.5) * step
      let reach = kernel.support * stretch
      let first = kernel == .point ? Int(centre.rounded(.down)) : Int((centre - reach - 0.5).rounded(.up))
      let last = kernel == .point ? first : Int((centre + reach - 0.5).rounded(.down))
      let raw = (first...last).map { kernel((Double($0) + 0.5 - centre) / stretch) }
      let sum = kernel == .point ? 1 : raw.reduce(0, +)
      taps.append((first, kernel == .point ? [1] : raw.map { $0 / sum }))
    }
    for index in taps.indices { taps[index] = Self.folded(taps[index], samples) }
  }

  /// The same with all weights on samples that there are: beyond its edges a picture goes on as its mirror image,
  /// the outermost samples twice.
  private static func folded(
    _ tap: (first: Int, weights: [Double]), _ samples: Int
  ) -> (first: Int, weights: [Double]) {
    if tap.first >= 0 && tap.first + tap.weights.count <= samples { return tap }
    var weights = [Double](repeating: 0, count: samples)
    for (offset, weight) in tap.weights.enumerated() {
      let rest = (tap.first + offset) % (2 * samples)
      let place = rest < 0 ? rest + 2 * samples : rest
      weights[place < samples ? place : 2 * samples - 1 - place] += weight
    }
    return (0, weights)
  }

  /// All results of values that lie `step` apart from `start` on, each limited to 0...255.
  func results(
    of values: UnsafeBufferPointer<Double>, start: Int, step: Int, _ body: (Int, Double) -> Void
  ) {
    for (index, tap) in taps.enumerated() {
      var sum = 0.0
      var place = start + tap.first * step
      tap.weights.withUnsafeBufferPointer { weights in
        var k = 0
        while k < weights.count {
          sum += weights[k] * values[place]
          place += step
          k += 1
        }
      }
      body(index, sum < 0 ? 0 : sum > 255 ? 255 : sum)
    }
  }
}

extension TestPicture {
  /// A part with fractional edges, resampled along rows and then along columns in floating point.
  package func resampled(
    _ kernel: TestKernel, x: Double, y: Double, width partWidth: Double, height partHeight: Double,
    toWidth: Int, height toHeight: Int
  ) -> TestPicture {
    let across = TestAxis(
      kernel, samples: width, start: x, extent: partWidth, target: toWidth)
    let down = TestAxis(
      kernel, samples: height, start: y, extent: partHeight, target: toHeight)
    let row = toWidth * channels
    var narrow = [Double](repeating: 0, count: row * height)
    samples.map(Double.init).withUnsafeBufferPointer { values in
      for y in 0..<height {
        for channel in 0..<channels {
          across.results(of: values, start: y * width * channels + channel, step: channels) { x, value in
            narrow[y * row + x * channels + channel] = value
          }
        }
      }
    }
    var result = [UInt8](repeating: 0, count: row * toHeight)
    narrow.withUnsafeBufferPointer { values in
      for column in 0..<row {
        down.results(of: values, start: column, step: row) { y, value in
          result[y * row + column] = UInt8(value.rounded())
        }
      }
    }
    return TestPicture(width: toWidth, height: toHeight, channels: channels, samples: result)
  }

  /// The whole picture, resampled.
  package func resampled(_ kernel: TestKernel, toWidth: Int, height toHeight: Int) -> TestPicture {
    resampled(
      kernel, x: 0, y: 0, width: Double(width), height: Double(height), toWidth: toWidth, height: toHeight)
  }
}
