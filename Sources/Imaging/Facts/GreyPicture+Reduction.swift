import CCodecs
import ImageModel
import Synchronization

extension GreyPicture {
  /// The samples of the picture at another size, row by row, by Lanczos of three lobes, along one axis after the other.
  /// Both times they are rounded to 8 bits.
  ///
  /// The kernel ends at the picture's edges, and the axis that comes first is the one of Pillow 13. So hashes equal
  /// those of other programs.
  func resized(to target: PixelSize) -> [UInt8] {
    let across = Taps.kept(from: size.width, to: target.width)
    let down = Taps.kept(from: size.height, to: target.height)
    if size.height - target.height > 2 * max(size.width - target.width, 0) {
      let rows = down.reduced(samples.turned(width: size.width), width: size.height)
      return across.reduced(rows, width: size.width).turned(width: target.height)
    }
    let columns = across.reduced(samples, width: size.width)
    return down.reduced(columns, width: size.height)
  }
}

extension [UInt8] {
  /// The columns of rows of `width` samples, one after the other.
  fileprivate func turned(width: Int) -> [UInt8] {
    let height = count / Swift.max(width, 1)
    return withUnsafeBufferPointer { samples in
      [UInt8](unsafeUninitializedCapacity: width * height) { turned, count in
        for y in 0..<height {
          for x in 0..<width { turned.initializeElement(at: x * height + y, to: samples[y * width + x]) }
        }
        count = width * height
      }
    }
  }
}

/// The weights that make a row of samples of another one.
private struct Taps {
  private let count: Int
  private let target: Int
  /// For each result, its samples and its weights.
  private var taps: [shim_taps] = []
  /// 2048 * `high` + `low` is a weight in units of 2^-22, with `low` in 0...2047: processors multiply numbers of 16 bits
  /// faster. Those of a result stand side by side. The amounts of a result's weights add up to at most 1.6, so sums of
  /// products with samples fit in 32 bits.
  private var (high, low): ([Int16], [Int16]) = ([], [])
  /// Code that adds products takes 16 at once.
  private static let productsAtOnce = 16

  private init(from count: Int, to target: Int) {
    (self.count, self.target) = (count, target)
    let scale = Double(count) / Double(target)
    let step = 1 / max(scale, 1)
    for place in 0..<target {
      let middle = (Double(place) + 0.5) * scale
      let first = max(Int(middle - 3 / step + 0.5), 0)
      let end = min(Int(middle + 3 / step + 0.5), count)
      let weights = withUnsafeTemporaryAllocation(of: Double.self, capacity: end - first) { values in
        values.initialize(repeating: 0)
        ResampleFilter.lanczos3.evaluate(into: values, first: Double(first) + 0.5 - middle, step: step)
        let total = values.reduce(0, +)
        return values.map { Int32(($0 / total * 4_194_304).rounded()) }
      }
      add(weights, from: first)
    }
  }

  /// Adds a result of the samples from `first` on. Weights of 0 fill up the last products that are taken at once, unless
  /// the row is shorter.
  private mutating func add(_ weights: [Int32], from first: Int) {
    let whole = (weights.count + Self.productsAtOnce - 1) / Self.productsAtOnce * Self.productsAtOnce
    let (start, end) =
      whole > count
      ? (first, first + weights.count) : (min(first, count - whole), min(first, count - whole) + whole)
    taps.append(shim_taps(sample: Int32(start), weight: Int32(high.count), count: Int32(end - start)))
    let filled =
      [Int32](repeating: 0, count: first - start) + weights
      + [Int32](repeating: 0, count: end - first - weights.count)
    high += filled.map { Int16($0 >> 11) }
    low += filled.map { Int16($0 & 2047) }
  }

  /// The latest ones, most recently used last. Pictures of one camera share their sizes.
  private static let latest = Mutex<[Taps]>([])
  /// The weights for both axes of both hashes, for eight sizes of pictures.
  private static let capacity = 32

  /// The weights for `count` samples; made if they aren't among the latest ones.
  static func kept(from count: Int, to target: Int) -> Taps {
    let found = latest.withLock { latest -> Taps? in
      guard let place = latest.firstIndex(where: { $0.count == count && $0.target == target }) else {
        return nil
      }
      latest.append(latest.remove(at: place))
      return latest.last
    }
    if let found { return found }
    let made = Taps(from: count, to: target)
    latest.withLock { latest in
      if latest.count == capacity { latest.removeFirst() }
      latest.append(made)
    }
    return made
  }

  /// The columns of the results for rows of `width` samples. Rows and columns lie one after the other.
  func reduced(_ samples: [UInt8], width: Int) -> [UInt8] {
    let rows = samples.count / max(width, 1)
    return [UInt8](unsafeUninitializedCapacity: rows * taps.count) { reduced, count in
      shim_reduce(samples, rows, width, taps, taps.count, high, low, reduced.baseAddress)
      count = rows * taps.count
    }
  }
}
