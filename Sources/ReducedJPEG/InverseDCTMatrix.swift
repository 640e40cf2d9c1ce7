/// The factors of an inverse DCT of 1...8 points in 13-bit fixed point. Except at 2 and 4 points, results
/// equal those of libjpeg's accurate integer transforms to the last bit. At 2 and 4 points libjpeg averages
/// samples, but these factors give the exact transform (ITU-T T.81, A.3.3, for N points).
struct InverseDCTMatrix {
  /// The number of fraction bits in a factor.
  static let bits = 13

  let points: Int
  /// A row for each sample of the first half, with a factor for each frequency. The first half includes a
  /// middle sample. The other half has the same factors in mirrored order, with the opposite sign for odd
  /// frequencies.
  let rows: [[Int16]]

  init(points: Int) {
    self.points = points
    rows =
      switch points {
      case 1: [[Self.one]]
      case 2: [[Self.one, Self.one]]
      case 3: Self.three
      case 4: Self.four
      case 5: Self.five
      case 6: Self.six
      case 7: Self.seven
      default: Self.eight
      }
  }

  private static let one = fixed(1)

  private static func fixed(_ value: Double) -> Int16 { Int16((value * 8192).rounded()) }

  private static var three: [[Int16]] {
    let (c1, c2) = (fixed(1.224744871), fixed(0.707106781))
    return [[one, c1, c2], [one, 0, -2 * c2]]
  }

  private static var four: [[Int16]] {
    let (c1, c3) = (fixed(1.306562965), fixed(0.541196100))
    return [[one, c1, one, c3], [one, c3, -one, -c1]]
  }

  private static var five: [[Int16]] {
    let (sum, difference) = (fixed(0.790569415), fixed(0.353553391))
    let (c3, less, more) = (fixed(0.831253876), fixed(0.513743148), fixed(2.176250899))
    return [
      [one, c3 + less, sum + difference, c3, sum - difference],
      [one, c3, difference - sum, c3 - more, -difference - sum],
      [one, 0, -4 * difference, 0, 4 * difference],
    ]
  }

  private static var six: [[Int16]] {
    let (c2, c4, c5) = (fixed(1.224744871), fixed(0.707106781), fixed(0.366025404))
    return [
      [one, one + c5, c2, one, c4, c5],
      [one, one, 0, -one, -2 * c4, -one],
      [one, c5, -c2, -one, c4, one + c5],
    ]
  }

  private static var seven: [[Int16]] {
    let (c0, c2, c4, c6) = (fixed(1.414213562), fixed(1.274162392), fixed(0.881747734), fixed(0.314692123))
    let (f4, f6, f2) = (fixed(1.841218003), fixed(0.077722536), fixed(2.470602249))
    let (sum, difference) = (fixed(0.935414347), fixed(0.170262339))
    let (c1, c5, f5) = (fixed(1.378756276), fixed(0.613604268), fixed(1.870828693))
    return [
      [one, sum - difference + c5, c2, sum + difference, c4, c5, c2 - c4 - f6],
      [one, sum + difference, c6, sum - difference - c1, c4 - c6 - f4, -c1, -c4],
      [one, c5, c6 + c2 - f2, -c1, -c6, c5 - c1 + f5, c2],
      [one, 0, -c0, 0, c0, 0, -c0],
    ]
  }

  private static var eight: [[Int16]] {
    let (a2, a6, a) = (fixed(0.765366865), fixed(1.847759065), fixed(0.541196100))
    let (b1, b3, b5, b7) = (fixed(1.501321110), fixed(3.072711026), fixed(2.053119869), fixed(0.298631336))
    let (b17, b35, b37, b15) = (
      fixed(0.899976223), fixed(2.562915447), fixed(1.961570560), fixed(0.390180644)
    )
    let b = fixed(1.175875602)
    return [
      [one, b1 - b17 - b15 + b, a + a2, b, one, b - b15, a, b - b17],
      [one, b, a, b3 - b35 - b37 + b, -one, b - b35, a - a6, b - b37],
      [one, b - b15, -a, b - b35, -one, b5 - b35 - b15 + b, a6 - a, b],
      [one, b - b17, -a - a2, b - b37, one, b, -a, b7 - b17 - b37 + b],
    ]
  }
}
