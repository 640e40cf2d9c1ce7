import CCodecs
import ImageModel

/// The weights that resample one axis: for each result, those of the samples around it.
///
/// Weights are integers. Only arithmetic that is exact or rounded in the same way on all machines goes into
/// them, so they are the same everywhere.
final class FilterBank {
  let axis: ResampleAxis
  /// Half the number of weights of a result.
  private let pairs: Int
  private let firstPairs: [Int32]
  private let weights: [Int16]

  /// The number of rows that are resampled together.
  static let rows = Int(SHIM_RESAMPLE_ROWS)

  /// The bank of `axis`. Beyond its ends a row is mirrored. If the resampled part itself reaches beyond an end, the
  /// last sample is repeated there, and the mirror lies behind the repeated samples.
  init(_ axis: ResampleAxis) {
    self.axis = axis
    let samples = axis.samples
    let scale = Double(axis.target) / axis.extent
    let step = min(scale, 1)
    // Some kernels would blur even a row that stays as it is.
    let filter = scale == 1 && axis.start == axis.start.rounded() ? .point : axis.filter
    let taps = max(1, 2 * Int((Double(filter.support) / step).rounded(.up)))
    let reach = max(0, -axis.start, axis.start + axis.extent - Double(samples))
    let repeated = Int(reach.rounded(.up))
    let allPairs = (samples + 1) / 2
    let pairs = min(taps / 2 + 1, allPairs)

    /// The sample that stands at `place`.
    func sample(at place: Int) -> Int {
      if place >= 0 && place < samples { return place }
      let length = samples + 2 * repeated
      let turn = (place + repeated) % (2 * length)
      let inside = turn < 0 ? turn + 2 * length : turn
      let mirrored = inside < length ? inside : 2 * length - 1 - inside
      return min(max(mirrored - repeated, 0), samples - 1)
    }

    var firstPairs = [Int32](repeating: 0, count: axis.target)
    var weights = [Int16](repeating: 0, count: axis.target * 2 * pairs)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: taps + 2 * pairs) { memory in
      let values = UnsafeMutableBufferPointer(rebasing: memory[..<taps])
      let shares = UnsafeMutableBufferPointer(rebasing: memory[taps...])
      for result in 0..<axis.target {
        let center = (Double(result) + 0.5) / scale + axis.start
        let first =
          axis.filter == .point ? axis.taken(result) : Int((center - Double(taps) / 2 + 0.5).rounded(.down))
        filter.evaluate(into: values, first: Double(first) + 0.5 - center, step: step)
        let total = values.reduce(0, +)
        // At most half of the taps lie beyond an end, so none of their samples comes before this pair.
        let pair = min(min(max(first, 0), samples - 1) / 2, allPairs - pairs)
        shares.update(repeating: 0)
        if first >= 0 && first + taps <= samples {
          for tap in 0..<taps { shares[first - 2 * pair + tap] = values[tap] / total }
        } else {
          for tap in 0..<taps { shares[sample(at: first + tap) - 2 * pair] += values[tap] / total }
        }
        firstPairs[result] = Int32(pair)
        Self.round(shares, to: &weights, from: result * 2 * pairs)
      }
    }
    (self.pairs, self.firstPairs, self.weights) = (pairs, firstPairs, weights)
  }

  /// Writes `shares` as integers whose sum is exact, from index `first` on. The rounding error of each goes to the
  /// next, and the greatest takes the rest.
  private static func round(
    _ shares: UnsafeMutableBufferPointer<Double>, to weights: inout [Int16], from first: Int
  ) {
    // A sum of this number and a small one has no fraction: the addition rounds it to the nearest integer.
    let large = 1.5 * 4_503_599_627_370_496
    var error = 0.0
    var sum = 0
    var (greatest, greatestSize) = (first, Int16(0))
    for place in shares.indices {
      let exact = shares[place] * Double(SHIM_WEIGHT_UNIT) - error
      let rounded = exact + large - large
      error = rounded - exact
      let weight = Int16(rounded)
      sum += Int(weight)
      weights[first + place] = weight
      if abs(weight) > greatestSize { (greatest, greatestSize) = (first + place, abs(weight)) }
    }
    weights[greatest] += Int16(Int(SHIM_WEIGHT_UNIT) - sum)
  }

  /// Bytes of scratch memory that ``run(_:row:to:column:scratch:isPlain:)`` needs.
  var scratchBytes: Int { shim_resample_scratch(Int32(axis.samples)) }

  /// Resamples ``rows`` rows of `source` from `row` on, and turns rows into columns: result i of each row goes to
  /// row i of `target`, from `column` on. At least one of the planes has samples of 16 bits.
  ///
  /// With `isPlain` no special instructions of the processor are used; the results are the same.
  func run<From, To>(
    _ source: Plane<From>, row: Int = 0, to target: Plane<To>, column: Int = 0, scratch: Plane<UInt8>,
    isPlain: Bool = false
  ) {
    let end = (column + Self.rows) * MemoryLayout<To>.stride
    precondition(
      row + Self.rows <= source.height && axis.samples <= source.width, "samples outside their plane")
    precondition(axis.target <= target.height && end <= target.rowBytes, "results outside their plane")
    precondition(scratch.rowBytes >= scratchBytes, "too little scratch memory")
    apply(
      isPlain ? shim_resample_plainly : shim_resample, Self.rows(source, row: row),
      Self.rows(target, column: column), scratch)
  }

  /// Resamples the height: columns of `source` from `column` on, ``rows`` of them. Result i of a column goes to
  /// row i of the same column of `target`.
  ///
  /// With `isPlain` no special instructions of the processor are used; the results are the same.
  func runDown<Sample>(
    _ source: Plane<Sample>, column: Int = 0, to target: Plane<Sample>, scratch: Plane<UInt8>,
    isPlain: Bool = false
  ) {
    let end = (column + Self.rows) * MemoryLayout<Sample>.stride
    precondition(axis.samples <= source.height && end <= source.rowBytes, "samples outside their plane")
    precondition(axis.target <= target.height && end <= target.rowBytes, "results outside their plane")
    precondition(scratch.rowBytes >= scratchBytes, "too little scratch memory")
    apply(
      isPlain ? shim_resample_down_plainly : shim_resample_down, Self.rows(source, column: column),
      Self.rows(target, column: column), scratch)
  }

  private static func rows<Sample>(
    _ plane: Plane<Sample>, row: Int = 0, column: Int = 0
  ) -> shim_resample_rows {
    shim_resample_rows(
      samples: plane.row(row).baseAddress.map { $0 + column }, row_bytes: plane.rowBytes,
      sample_bytes: Int32(MemoryLayout<Sample>.stride))
  }

  private typealias Resample = (
    UnsafePointer<shim_filter_bank>?, shim_resample_rows, UnsafeMutablePointer<Int16>?, shim_resample_rows
  ) -> Void

  private func apply(
    _ resample: Resample, _ from: shim_resample_rows, _ into: shim_resample_rows, _ scratch: Plane<UInt8>
  ) {
    firstPairs.withUnsafeBufferPointer { firstPairs in
      weights.withUnsafeBufferPointer { weights in
        var bank = shim_filter_bank(
          first_pairs: firstPairs.baseAddress, weights: weights.baseAddress, pairs: Int32(pairs),
          samples: Int32(axis.samples), results: Int32(axis.target))
        scratch.row(0).withMemoryRebound(to: Int16.self) { resample(&bank, from, $0.baseAddress, into) }
      }
    }
  }
}
