import Testing

@testable import ReducedJPEG

@Suite("The order of coefficients")
struct ZigZagTests {
  /// ITU-T T.81, figure A.6.
  private static let figure = [
    [0, 1, 5, 6, 14, 15, 27, 28],
    [2, 4, 7, 13, 16, 26, 29, 42],
    [3, 8, 12, 17, 25, 30, 41, 43],
    [9, 11, 18, 24, 31, 40, 44, 53],
    [10, 19, 23, 32, 39, 45, 52, 54],
    [20, 22, 33, 38, 46, 51, 55, 60],
    [21, 34, 37, 47, 50, 56, 59, 61],
    [35, 36, 48, 49, 57, 58, 62, 63],
  ]

  @Test("It is the standard's")
  func places() {
    #expect(ZigZag.places.count == 64)
    for row in 0..<8 {
      for column in 0..<8 { #expect(ZigZag.places[Self.figure[row][column]] == 8 * row + column) }
    }
  }

  @Test("The last of the lowest frequencies is that in their corner")
  func last() {
    #expect((1...8).map(ZigZag.last) == [0, 4, 12, 24, 39, 51, 59, 63])
  }

  @Test("Coefficients that are kept lie in rows of them, and all others behind", arguments: 1...8)
  func kept(_ size: Int) throws {
    let places = try CoefficientPlane(size: size, columns: 1, rows: 1).places
    for row in 0..<8 {
      for column in 0..<8 {
        let place = row < size && column < size ? row * size + column : size * size
        #expect(places.base[Self.figure[row][column]] == UInt16(8 * place))
      }
    }
    // A run of 16 that begins at 63, and the end of a block.
    for k in [64, 78, 62 + ACLookup.end] { #expect(places.base[k] == UInt16(8 * size * size)) }
    #expect(places.count > 62 + ACLookup.end)
  }
}
