/// Turns the coefficients of 8 blocks at once into samples, like libjpeg's accurate integer transform. A
/// pass over columns gives values of 16 bits, and a pass over rows gives samples. Each pass multiplies by
/// the factors of ``InverseDCTMatrix``, adds and rounds. C code does this with the instructions of AVX2. For
/// processors without them the same transform is here in Swift.
final class InverseDCT {
  fileprivate typealias Lanes = SIMD8<Int16>
  fileprivate typealias Wide = SIMD8<Int32>

  /// Samples per side of a block.
  let points: Int
  /// The rows of the matrix. Each element holds one factor in all lanes.
  private let factors: UnsafeMutablePointer<Lanes>
  /// The quantization factors of kept coefficients, by vertical and then by horizontal frequency.
  private let quantization: UnsafeMutablePointer<Lanes>
  /// A column of coefficients. `between` holds the values of all columns between the two passes.
  private let column: UnsafeMutablePointer<Lanes>
  private let between: UnsafeMutablePointer<Lanes>
  /// The lowest coefficients of blocks that hold more than are needed.
  private let lowest: UnsafeMutablePointer<Lanes>
  /// One element for each index in zigzag order: the side of the smallest square of low frequencies that
  /// holds all kept coefficients up to this index.
  private let extents: [Int]
  /// Collects bits that are set only by values that no encoder makes from samples.
  private var excess = SIMD8<UInt32>()
  /// The table of the C code; nil if plain code runs.
  private let fast: TransformTable?

  /// `table` holds the quantization factors in zigzag order, as the file does. With `isPlain` no special
  /// instructions of the processor are used; the samples are the same.
  init(points: Int, table: [UInt16], isPlain: Bool = false) {
    let rows = InverseDCTMatrix(points: points).rows
    self.points = points
    factors = .allocate(capacity: rows.count * points)
    for (x, row) in rows.enumerated() {
      for (k, factor) in row.enumerated() {
        (factors + (x * points + k)).initialize(to: Lanes(repeating: factor))
      }
    }
    quantization = .allocate(capacity: points * points)
    for (k, place) in ZigZag.places.enumerated() where place / 8 < points && place % 8 < points {
      (quantization + (place / 8 * points + place % 8))
        .initialize(to: Lanes(repeating: Int16(truncatingIfNeeded: table[k])))
    }
    column = .allocate(capacity: points)
    column.initialize(repeating: Lanes(), count: points)
    between = .allocate(capacity: points * points)
    between.initialize(repeating: Lanes(), count: points * points)
    lowest = .allocate(capacity: points * points)
    lowest.initialize(repeating: Lanes(), count: points * points)
    fast = isPlain ? nil : TransformTable(rows, quantization)
    var extent = 1
    extents = ZigZag.places.map { place in
      extent = max(extent, min(max(place / 8, place % 8) + 1, points))
      return extent
    }
  }

  deinit {
    factors.deallocate()
    quantization.deallocate()
    column.deallocate()
    between.deallocate()
    lowest.deallocate()
  }

  /// True if an encoder could make all values from samples. Coefficients and intermediate values must fit
  /// in 14 bits and a sign, samples in 9 bits and a sign. Beyond these limits libjpeg's own code paths
  /// differ.
  var isConsistent: Bool { (excess & 0xFFFF_8000) == SIMD8() }

  /// Writes the samples of 8 adjacent blocks. `coefficients` holds the lowest `side` x `side` of each block; `side` is at
  /// least ``points``. The first row of samples begins at `target`. The call also overwrites up to 7 bytes after the last
  /// sample of each row.
  func run(
    _ coefficients: UnsafePointer<SIMD8<Int16>>, side: Int, last: Int,
    to target: UnsafeMutablePointer<UInt8>, rowBytes: Int
  ) {
    let extent = extents[min(last, 63)]
    if extent > 1, let fast {
      if !fast.run(coefficients, side: side, extent: extent, to: target, rowBytes: rowBytes) {
        excess = SIMD8(repeating: .max)
      }
      return
    }
    let coefficients = side == points ? coefficients : lowest(of: coefficients, side)
    switch points {
    case 1: transform(Points<1>.self, coefficients, extent: extent, to: target, rowBytes)
    case 2: transform(Points<2>.self, coefficients, extent: extent, to: target, rowBytes)
    case 3: transform(Points<3>.self, coefficients, extent: extent, to: target, rowBytes)
    case 4: transform(Points<4>.self, coefficients, extent: extent, to: target, rowBytes)
    case 5: transform(Points<5>.self, coefficients, extent: extent, to: target, rowBytes)
    case 6: transform(Points<6>.self, coefficients, extent: extent, to: target, rowBytes)
    case 7: transform(Points<7>.self, coefficients, extent: extent, to: target, rowBytes)
    default: transform(Points<8>.self, coefficients, extent: extent, to: target, rowBytes)
    }
  }

  /// Writes the samples of whole `groups` of a row of `plane`, one for each block. There must be 1 point. The
  /// first group's samples begin at `target`.
  func runAverages(
    of plane: CoefficientPlane, groups: Range<Int>, row: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    guard let first = groups.first else { return }
    precondition(groups.upperBound <= plane.groups)
    if let fast {
      let vectors = plane.group(first, row: row).vectors
      if !fast.runAverages(vectors, groupVectors: plane.groupVectors, groups: groups.count, to: target) {
        excess = SIMD8(repeating: .max)
      }
      return
    }
    for group in groups {
      let place = target + (group - groups.lowerBound) * 8
      flat(Points<1>.self, plane.group(group, row: row).vectors, to: place, 0)
    }
  }

  /// The coefficients that are needed, side by side.
  private func lowest(of coefficients: UnsafePointer<Lanes>, _ side: Int) -> UnsafePointer<Lanes> {
    for v in 0..<points {
      (lowest + v * points).update(from: coefficients + v * side, count: points)
    }
    return UnsafePointer(lowest)
  }

  private func transform<let points: Int>(
    _: Points<points>.Type, _ coefficients: UnsafePointer<Lanes>, extent: Int,
    to target: UnsafeMutablePointer<UInt8>, _ rowBytes: Int
  ) {
    // Three extents for all blocks. The compiler unrolls the loops of a call with a constant extent.
    let half = (points + 1) / 2
    if extent == 1 {
      flat(Points<points>.self, coefficients, to: target, rowBytes)
    } else if extent <= half {
      pass(Points<points>.self, coefficients, extent: half, to: target, rowBytes)
    } else {
      pass(Points<points>.self, coefficients, extent: points, to: target, rowBytes)
    }
  }

  /// Blocks of one coefficient have one sample. This gives the same values as ``pass(_:_:extent:to:_:)``.
  @inline(__always) private func flat<let points: Int>(
    _: Points<points>.Type, _ coefficients: UnsafePointer<Lanes>, to target: UnsafeMutablePointer<UInt8>,
    _ rowBytes: Int
  ) {
    let factor = Wide(truncatingIfNeeded: factors[0])
    let value = Wide(truncatingIfNeeded: coefficients[0]) &* Wide(truncatingIfNeeded: quantization[0])
    let between = (value &* factor &+ 1 << 10) &>> 11
    let sample = (between &* factor &+ 1 << 17) &>> 18
    let wild = SIMD8<UInt16>(truncatingIfNeeded: Lanes(truncatingIfNeeded: sample) &+ 512)
    excess |= SIMD8<UInt32>(truncatingIfNeeded: value &+ 0x4000)
    excess |= SIMD8<UInt32>(truncatingIfNeeded: between &+ 0x4000)
    excess |= SIMD8<UInt32>(truncatingIfNeeded: wild) &<< 5
    var samples = BlockSamples()
    for x in 0..<points { samples.put(Lanes(truncatingIfNeeded: sample), at: x) }
    for y in 0..<points { samples.store(to: target + y &* rowBytes, points: points) }
  }

  @inline(__always) private func pass<let points: Int>(
    _: Points<points>.Type, _ coefficients: UnsafePointer<Lanes>, extent: Int,
    to target: UnsafeMutablePointer<UInt8>, _ rowBytes: Int
  ) {
    let (factors, column, between) = (factors, column, between)
    var excess = self.excess
    for u in 0..<extent {
      for v in 0..<extent {
        let place = v &* points &+ u
        let value =
          Wide(truncatingIfNeeded: coefficients[place]) &* Wide(truncatingIfNeeded: quantization[place])
        excess |= SIMD8<UInt32>(truncatingIfNeeded: value &+ 0x4000)
        column[v] = Lanes(truncatingIfNeeded: value)
      }
      Self.forEachSum(column, factors, points, extent, rounding: 1 << 10) { y, even, odd in
        let (top, bottom) = ((even &+ odd) &>> 11, (even &- odd) &>> 11)
        excess |= SIMD8<UInt32>(truncatingIfNeeded: top &+ 0x4000)
        excess |= SIMD8<UInt32>(truncatingIfNeeded: bottom &+ 0x4000)
        between[y &* points &+ u] = Lanes(truncatingIfNeeded: top)
        between[(points &- 1 &- y) &* points &+ u] = Lanes(truncatingIfNeeded: bottom)
      }
    }
    var wild = SIMD8<UInt16>()
    for y in 0..<points {
      var samples = BlockSamples()
      Self.forEachSum(between + y &* points, factors, points, extent, rounding: 1 << 17) { x, even, odd in
        let left = Lanes(truncatingIfNeeded: (even &+ odd) &>> 18)
        let right = Lanes(truncatingIfNeeded: (even &- odd) &>> 18)
        // Values in -512...511 set none of the tested bits.
        wild |=
          SIMD8<UInt16>(truncatingIfNeeded: left &+ 512) | SIMD8<UInt16>(truncatingIfNeeded: right &+ 512)
        samples.put(left, at: x)
        if x < points / 2 { samples.put(right, at: points &- 1 &- x) }
      }
      samples.store(to: target + y &* rowBytes, points: points)
    }
    self.excess = excess | SIMD8<UInt32>(truncatingIfNeeded: wild) &<< 5
  }

  /// Computes two sums for each sample of the first half: one over even frequencies, the other over odd
  /// frequencies. Even plus odd gives the sample. Even minus odd gives the sample at the mirrored place.
  @inline(__always) private static func forEachSum(
    _ values: UnsafePointer<Lanes>, _ factors: UnsafePointer<Lanes>, _ points: Int, _ extent: Int,
    rounding: Int32, _ body: (_ x: Int, _ even: Wide, _ odd: Wide) -> Void
  ) {
    let start = Wide(repeating: rounding)
    if points & 3 == 0 {
      // For even frequencies, the first half of the samples is symmetric too. Mirrored samples of this half
      // have equal factors for frequencies that are multiples of 4. For the other even frequencies, their
      // factors have opposite signs.
      for x in 0..<points / 4 {
        let row = factors + x &* points
        let opposite = points / 2 &- 1 &- x
        let same = start &+ sum(values, row, from: 0, by: 4, extent)
        let other = sum(values, row, from: 2, by: 4, extent)
        body(x, same &+ other, sum(values, row, from: 1, by: 2, extent))
        body(opposite, same &- other, sum(values, factors + opposite &* points, from: 1, by: 2, extent))
      }
    } else {
      for x in 0..<(points &+ 1) / 2 {
        let row = factors + x &* points
        body(
          x, start &+ sum(values, row, from: 0, by: 2, extent), sum(values, row, from: 1, by: 2, extent))
      }
    }
  }

  @inline(__always) private static func sum(
    _ values: UnsafePointer<Lanes>, _ factors: UnsafePointer<Lanes>, from first: Int, by step: Int,
    _ extent: Int
  ) -> Wide {
    var sum = Wide()
    var k = first
    while k < extent {
      sum &+= Wide(truncatingIfNeeded: values[k]) &* Wide(truncatingIfNeeded: factors[k])
      k &+= step
    }
    return sum
  }
}

/// A number of points known at compile time, so that loops are unrolled.
private enum Points<let points: Int> {}

/// One row of samples from each of 8 blocks. A row has at most 8 bytes; its first sample is the low byte.
private struct BlockSamples {
  private var first = SIMD8<UInt32>()
  private var last = SIMD8<UInt32>()

  /// Adds 128 to samples (ITU-T T.81, A.3.1) and puts them at place `x` of each block.
  @inline(__always) mutating func put(_ value: SIMD8<Int16>, at x: Int) {
    var sample = value &+ 128
    sample &= ~(sample &>> 15)
    sample = (sample | (255 &- sample) &>> 15) & 255
    let bits =
      SIMD8<UInt32>(truncatingIfNeeded: sample) &<< SIMD8(repeating: UInt32(truncatingIfNeeded: 8 &* (x & 3)))
    if x < 4 { first |= bits } else { last |= bits }
  }

  /// Writes the blocks' samples one after the other, and up to 7 bytes after the last.
  @inline(__always) func store(to target: UnsafeMutablePointer<UInt8>, points: Int) {
    let target = UnsafeMutableRawPointer(target)
    if points == 1 {
      target.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: first), as: SIMD8<UInt8>.self)
    } else if points == 2 {
      target.storeBytes(of: SIMD8<UInt16>(truncatingIfNeeded: first), as: SIMD8<UInt16>.self)
    } else if points == 8 {
      let words =
        SIMD8<UInt64>(truncatingIfNeeded: first) | SIMD8<UInt64>(truncatingIfNeeded: last) &<< 32
      target.storeBytes(of: words, as: SIMD8<UInt64>.self)
    } else if points == 4 {
      target.storeBytes(of: first, as: SIMD8<UInt32>.self)
    } else {
      withUnsafeBytes(of: (first, last)) { bytes in
        for lane in 0..<8 {
          let low = bytes.load(fromByteOffset: 4 &* lane, as: UInt32.self)
          let high = bytes.load(fromByteOffset: 32 &+ 4 &* lane, as: UInt32.self)
          let word = UInt64(low) | UInt64(high) &<< 32
          target.storeBytes(of: word, toByteOffset: lane &* points, as: UInt64.self)
        }
      }
    }
  }
}
