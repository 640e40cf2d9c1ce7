/// Some rows of blocks of one component. Each block keeps its `size` x `size` coefficients of the lowest
/// frequencies.
///
/// 8 blocks side by side form a group. A group has a vector for each kept coefficient, in the order of
/// vertical and then of horizontal frequency. Each of the 8 lanes of a vector belongs to one block. With
/// `hasRest`, one more vector takes all coefficients that aren't kept.
final class CoefficientPlane {
  typealias Lanes = SIMD8<Int16>

  let size: Int
  let columns: Int
  let rows: Int
  /// True if there is a place for coefficients that aren't kept.
  let hasRest: Bool
  /// For each index of a coefficient in the file's order, the coefficient's offset from the block's first
  /// coefficient. Coefficients that aren't kept lie in the group's last vector. The table goes on for
  /// ``ACLookup/end`` indices after the last coefficient; they lead to the last vector too.
  let places: TableMemory<UInt16>
  /// The number of groups in a row. `groupVectors` is the number of vectors in a group.
  let groups: Int
  let groupVectors: Int
  private let vectors: PlaneMemory<Lanes>
  /// For each group, the highest index in the file's order at which a block of the group may have a
  /// coefficient.
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

  /// The bytes of a block, rounded up.
  static func blockBytes(size: Int, hasRest: Bool = true) -> Int {
    (size * size + (hasRest ? 1 : 0)) * MemoryLayout<Int16>.stride + 1
  }

  func clear() {
    vectors.clear()
    lasts.clear()
  }

  /// Clears block `column` of a row and the later blocks of its group. Does nothing if `column` is the first
  /// block of a group.
  func clear(from column: Int, row: Int) {
    guard column < columns, column % 8 > 0 else { return }
    let vectors = group(column / 8, row: row).vectors
    for place in 0..<groupVectors {
      for lane in column % 8..<8 { vectors[place][lane] = 0 }
    }
  }

  /// The vectors of a group, and the highest index in the file's order at which a block may have a
  /// coefficient.
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

/// The blocks of one row of a ``CoefficientPlane``, valid as long as the plane.
struct BlockRow {
  fileprivate let first: UnsafeMutablePointer<Int16>
  fileprivate let lasts: UnsafeMutablePointer<UInt8>
  fileprivate let groupStride: Int

  /// The DC coefficient of a block. ``CoefficientPlane/places`` gives the offsets of the block's other
  /// coefficients from this one.
  @inline(__always) func block(_ column: Int) -> UnsafeMutablePointer<Int16> {
    first + (column &>> 3 &* groupStride &+ column & 7)
  }

  /// Notes that the block in `column` may have coefficients up to the index `last` in the file's order.
  @inline(__always) func note(_ last: Int, _ column: Int) {
    let place = column &>> 3
    lasts[place] = max(lasts[place], UInt8(truncatingIfNeeded: last))
  }
}
