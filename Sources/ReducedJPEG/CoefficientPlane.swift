/// Coefficients of some rows of blocks of one component: those of the `size` x `size` lowest frequencies of each.
///
/// Blocks lie in groups of 8 beside each other, one a lane, so that one vector holds a coefficient of 8 blocks. A group has
/// a vector for each coefficient, by vertical and then by horizontal frequency, and where other coefficients come too, one
/// more for those.
final class CoefficientPlane {
  typealias Lanes = SIMD8<Int16>

  let size: Int
  let columns: Int
  let rows: Int
  /// Whether there is a place for coefficients that aren't kept.
  let hasRest: Bool
  /// Where each coefficient in the file's order lies in a block, in numbers from its first one; what isn't kept, and what lies
  /// up to ``ACLookup/end`` behind the last one, in the group's last vector.
  let places: TableMemory<UInt16>
  /// Groups of a row, and vectors of a group.
  let groups: Int
  private let groupVectors: Int
  private let vectors: PlaneMemory<Lanes>
  /// For each group the last coefficient, in the file's order, that any of its blocks may have.
  private let lasts: PlaneMemory<UInt8>

  /// Throws `memory`.
  init(size: Int, columns: Int, rows: Int, hasRest: Bool = true) throws(DecodeEnd) {
    (self.size, self.columns, self.rows, self.hasRest) = (size, columns, rows, hasRest)
    places = Self.places(size: size)
    groups = columns.divided(by: 8)
    groupVectors = size * size + (hasRest ? 1 : 0)
    vectors = try PlaneMemory(rows * groups * groupVectors)
    lasts = try PlaneMemory(rows * groups)
  }

  /// What a block takes up, rounded up.
  static func blockBytes(size: Int, hasRest: Bool = true) -> Int {
    (size * size + (hasRest ? 1 : 0)) * MemoryLayout<Int16>.stride + 1
  }

  func clear() {
    vectors.clear()
    lasts.clear()
  }

  /// Makes the coefficients of a row's blocks from `column` on 0, as far as they lie in one group with others.
  func clear(from column: Int, row: Int) {
    guard column < columns, column % 8 > 0 else { return }
    let vectors = group(column / 8, row: row).vectors
    for place in 0..<groupVectors {
      for lane in column % 8..<8 { vectors[place][lane] = 0 }
    }
  }

  /// The vectors of a group, and its last coefficient.
  func group(_ index: Int, row: Int) -> (vectors: UnsafeMutablePointer<Lanes>, last: Int) {
    precondition(index >= 0 && index < groups && row >= 0 && row < rows)
    let place = row * groups + index
    return (vectors.base + place * groupVectors, Int(lasts.base[place]))
  }

  /// The blocks of a row.
  func row(_ row: Int) -> BlockRow {
    precondition(row >= 0 && row < rows)
    return BlockRow(
      first: UnsafeMutableRawPointer(vectors.base + row * groups * groupVectors).assumingMemoryBound(
        to: Int16.self),
      lasts: lasts.base + row * groups, groupStride: groupVectors * 8)
  }

  private static func places(size: Int) -> TableMemory<UInt16> {
    let table = TableMemory<UInt16>(64 + ACLookup.end)
    for k in 0..<table.count {
      let place = k < 64 ? ZigZag.places[k] : 63
      let isKept = k < 64 && place / 8 < size && place % 8 < size
      table.base[k] = UInt16((isKept ? place / 8 * size + place % 8 : size * size) * 8)
    }
    return table
  }
}

/// The blocks of one row of a ``CoefficientPlane``, for as long as that lives.
struct BlockRow {
  fileprivate let first: UnsafeMutablePointer<Int16>
  fileprivate let lasts: UnsafeMutablePointer<UInt8>
  fileprivate let groupStride: Int

  /// The DC coefficient of a block of the row, from which the others lie at ``CoefficientPlane/places``.
  @inline(__always) func block(_ column: Int) -> UnsafeMutablePointer<Int16> {
    first + (column &>> 3 &* groupStride &+ column & 7)
  }

  /// Notes the last coefficient that a block may have.
  @inline(__always) func note(_ last: Int, _ column: Int) {
    let place = column &>> 3
    lasts[place] = max(lasts[place], UInt8(truncatingIfNeeded: last))
  }
}
