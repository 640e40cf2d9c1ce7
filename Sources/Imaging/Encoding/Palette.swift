import ImageModel

/// At most 256 colours that represent all colours of a picture.
struct Palette {
  /// Each colour as red, green, blue and alpha.
  private(set) var colors: [[UInt8]] = []

  /// The highest number of colours in a palette.
  static let most = 256

  /// These colours, at most ``most``.
  init(_ colors: [[UInt8]]) { self.colors = Array(colors.prefix(Self.most)) }

  /// A picture's exact colours; nil if there are too many.
  init?(exact pixels: PixelRows) {
    var seen: Set<UInt32> = []
    for y in 0..<pixels.size.height {
      for x in 0..<pixels.size.width where seen.insert(pixels.packed(x, y)).inserted {
        if seen.count > Self.most { return nil }
      }
    }
    colors = seen.sorted().map { packed in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: packed >> $0) } }
  }

  /// Finds the colours by median cut (Heckbert 1982). Each step cuts the box with the widest spread at the
  /// mean of that box.
  init(approximating pixels: PixelRows) {
    var boxes = [ColorBox(ColorBin.histogram(pixels))]
    while boxes.count < Self.most {
      guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        let (low, high) = boxes[widest].cut()
      else { break }
      boxes[widest] = low
      boxes.append(high)
    }
    colors = boxes.map(\.average)
  }

  /// The index of the colour nearest to `color`.
  func nearest(to color: SIMD4<Int32>) -> Int {
    var (best, least) = (0, Int32.max)
    for (index, entry) in colors.enumerated() {
      let away = color &- SIMD4(Int32(entry[0]), Int32(entry[1]), Int32(entry[2]), Int32(entry[3]))
      let distance = (away &* away).wrappedSum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }
}

/// Counts the pixels whose colours have the same upper bits, and sums these colours.
struct ColorBin {
  private(set) var count = 0
  private(set) var sum = SIMD4<Int>()

  var mean: SIMD4<Double> { SIMD4<Double>(sum) / Double(count) }

  /// Sorts a picture's pixels into bins. Pixels share a bin if the upper four bits of each channel are the
  /// same.
  static func histogram(_ pixels: PixelRows) -> [ColorBin] {
    var bins = [ColorBin](repeating: ColorBin(), count: 1 << 16)
    for y in 0..<pixels.size.height {
      for x in 0..<pixels.size.width {
        let color = pixels[x, y]
        let place = (0..<4).reduce(0) { $0 << 4 | Int(color[$1]) >> 4 }
        bins[place].count += 1
        bins[place].sum &+= SIMD4<Int>(truncatingIfNeeded: color)
      }
    }
    return bins.filter { $0.count > 0 }
  }
}

/// A group of bins. One colour of the palette may represent all colours in these bins.
private struct ColorBox {
  private let bins: [ColorBin]
  private let mean: SIMD4<Double>
  /// For each channel, the sum of squared distances from the mean.
  private let spreads: SIMD4<Double>

  init(_ bins: [ColorBin]) {
    self.bins = bins
    let count = bins.reduce(0) { $0 + $1.count }
    let mean = SIMD4<Double>(bins.reduce(SIMD4<Int>()) { $0 &+ $1.sum }) / Double(max(1, count))
    spreads = bins.reduce(SIMD4<Double>()) { sum, bin in
      let away = bin.mean - mean
      return sum + away * away * Double(bin.count)
    }
    self.mean = mean
  }

  /// The largest spread of a channel; 0 if the box can't be cut.
  var spread: Double { bins.count < 2 ? 0 : spreads.max() }

  var average: [UInt8] { (0..<4).map { UInt8(min(max(mean[$0].rounded(), 0), 255)) } }

  /// Cuts the box at the mean of the channel with the widest spread, and returns the two parts. Nil if the
  /// box can't be cut.
  func cut() -> (ColorBox, ColorBox)? {
    guard spread > 0, let axis = (0..<4).max(by: { spreads[$0] < spreads[$1] }) else { return nil }
    let low = bins.filter { $0.mean[axis] < mean[axis] }
    let high = bins.filter { $0.mean[axis] >= mean[axis] }
    return low.isEmpty || high.isEmpty ? nil : (ColorBox(low), ColorBox(high))
  }
}
