/// Turns the coefficients of 8 blocks at once into samples: a column pass into 16 bits and a row pass, each a sum of products
/// of ``InverseDCTMatrix``, rounded, as libjpeg's accurate integer transform does.
final class InverseDCT {
  private typealias Lanes = SIMD8<Int16>
  private typealias Wide = SIMD8<Int32>

  /// Samples of a block across and down.
  let points: Int
  /// Samples of half a block, the middle one included.
  private let half: Int
  /// Of each row of the matrix, each factor in all lanes.
  private let factors: UnsafeMutablePointer<Lanes>
  /// Of the coefficients that are kept, by vertical and then by horizontal frequency.
  private let quantization: UnsafeMutablePointer<Lanes>
  /// A column of coefficients, and the samples of all columns between the passes.
  private let column: UnsafeMutablePointer<Lanes>
  private let between: UnsafeMutablePointer<Lanes>
  /// A row of each block: its first 4 samples in one vector, the others in the next.
  private let words: UnsafeMutablePointer<SIMD8<UInt32>>
  /// For each last coefficient in the file's order the frequencies, across or down, that count.
  private let extents: [Int]
  /// Bits that are set where values were met that no encoder makes of samples.
  private var excess = SIMD8<UInt32>()

  /// `table` is in the file's order.
  init(points: Int, table: [UInt16]) {
    let matrix = InverseDCTMatrix(points: points)
    self.points = points
    half = matrix.rows.count
    factors = .allocate(capacity: half * points)
    for (x, row) in matrix.rows.enumerated() {
      for (k, factor) in row.enumerated() { (factors + (x * points + k)).initialize(to: Lanes(repeating: factor)) }
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
    words = .allocate(capacity: 2)
    words.initialize(repeating: SIMD8(), count: 2)
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
    words.deallocate()
  }

  /// True where all values were such as an encoder makes of samples: coefficients and what lies between the passes within
  /// 14 bits and a sign, samples within 9 and a sign. Beyond that libjpeg's own code paths differ.
  var isSound: Bool { (excess & 0xFFFF_8000) == SIMD8() }

  /// Writes the samples of 8 blocks to rows from `target` on. Behind the last sample of each row up to 7 more are written.
  func run(
    _ coefficients: UnsafePointer<SIMD8<Int16>>, last: Int, to target: UnsafeMutablePointer<UInt8>, rowBytes: Int
  ) {
    let extent = extents[min(last, 63)]
    for u in 0..<extent { passDown(coefficients + u, quantization + u, extent: extent, to: between + u) }
    for y in 0..<points { passAcross(between + y &* points, extent: extent, to: target + y &* rowBytes) }
  }

  private func passDown(
    _ coefficients: UnsafePointer<Lanes>, _ steps: UnsafePointer<Lanes>, extent: Int,
    to out: UnsafeMutablePointer<Lanes>
  ) {
    var excess = self.excess
    for v in 0..<extent {
      let place = v &* points
      let value =
        Wide(truncatingIfNeeded: coefficients[place]) &* Wide(truncatingIfNeeded: steps[place])
      excess |= SIMD8<UInt32>(truncatingIfNeeded: value &+ 0x4000)
      column[v] = Lanes(truncatingIfNeeded: value)
    }
    for x in 0..<half {
      let (even, odd) = sums(column, x, extent: extent, rounding: 1 << 10)
      let (first, second) = ((even &+ odd) &>> 11, (even &- odd) &>> 11)
      excess |= SIMD8<UInt32>(truncatingIfNeeded: first &+ 0x4000)
      excess |= SIMD8<UInt32>(truncatingIfNeeded: second &+ 0x4000)
      out[x &* points] = Lanes(truncatingIfNeeded: first)
      out[(points &- 1 &- x) &* points] = Lanes(truncatingIfNeeded: second)
    }
    self.excess = excess
  }

  private func passAcross(
    _ values: UnsafePointer<Lanes>, extent: Int, to out: UnsafeMutablePointer<UInt8>
  ) {
    var first = SIMD8<UInt32>()
    var last = SIMD8<UInt32>()
    var excess = self.excess
    for x in 0..<half {
      let (even, odd) = sums(values, x, extent: extent, rounding: 1 << 17)
      let (left, right) = ((even &+ odd) &>> 18, (even &- odd) &>> 18)
      // Within -512...511 they add nothing to the bits that are looked at.
      excess |= SIMD8<UInt32>(truncatingIfNeeded: (left &+ 512) &<< 5)
      excess |= SIMD8<UInt32>(truncatingIfNeeded: (right &+ 512) &<< 5)
      Self.put(left, at: x, &first, &last)
      if x < points / 2 { Self.put(right, at: points &- 1 &- x, &first, &last) }
    }
    self.excess = excess
    words[0] = first
    words[1] = last
    let each = UnsafeRawPointer(words).assumingMemoryBound(to: UInt32.self)
    for lane in 0..<8 {
      let word = UInt64(each[lane]) | UInt64(each[lane &+ 8]) &<< 32
      UnsafeMutableRawPointer(out + lane &* points).storeBytes(of: word.littleEndian, as: UInt64.self)
    }
  }

  /// The sums of the products with even and with odd frequencies.
  @inline(__always) private func sums(
    _ values: UnsafePointer<Lanes>, _ x: Int, extent: Int, rounding: Int32
  ) -> (even: Wide, odd: Wide) {
    var even = Wide(repeating: rounding)
    var odd = Wide()
    let row = factors + x &* points
    var k = 0
    while k < extent {
      even &+= Wide(truncatingIfNeeded: values[k]) &* Wide(truncatingIfNeeded: row[k])
      if k &+ 1 < extent {
        odd &+= Wide(truncatingIfNeeded: values[k &+ 1]) &* Wide(truncatingIfNeeded: row[k &+ 1])
      }
      k &+= 2
    }
    return (even, odd)
  }

  /// Puts samples, for which 128 is the middle (ITU-T T.81, A.3.1), at a place of the 8 bytes of each block.
  @inline(__always) private static func put(
    _ value: Wide, at x: Int, _ first: inout SIMD8<UInt32>, _ last: inout SIMD8<UInt32>
  ) {
    var sample = value &+ 128
    sample &= ~(sample &>> 31)
    sample = (sample | (255 &- sample) &>> 31) & 255
    let bits =
      SIMD8<UInt32>(truncatingIfNeeded: sample) &<< SIMD8(repeating: UInt32(truncatingIfNeeded: 8 &* (x & 3)))
    if x < 4 { first |= bits } else { last |= bits }
  }
}
