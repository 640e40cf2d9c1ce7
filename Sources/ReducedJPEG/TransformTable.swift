import CTransforms

/// The factors of an inverse DCT for the C code. The table keeps a pointer to quantization factors that its owner
/// holds.
final class TransformTable {
  private let table: UnsafeMutablePointer<transform_table>
  private let factors: UnsafeMutablePointer<Int16>

  /// The frequencies in the order in which the C code takes their factors.
  private static let order = [0, 2, 1, 3, 4, 6, 5, 7]

  /// `rows` are those of an ``InverseDCTMatrix``. Nil if this processor lacks the instructions.
  init?(_ rows: [[Int16]], _ quantization: UnsafeMutablePointer<SIMD8<Int16>>) {
    if transform_is_fast() == 0 { return nil }
    factors = .allocate(capacity: rows.count * Self.order.count)
    for (x, row) in rows.enumerated() {
      for (place, k) in Self.order.enumerated() {
        (factors + (x * Self.order.count + place)).initialize(to: k < row.count ? row[k] : 0)
      }
    }
    table = .allocate(capacity: 1)
    table.initialize(
      to: transform_table(
        quantization: UnsafeRawPointer(quantization).assumingMemoryBound(to: Int16.self), factors: factors,
        points: Int32(rows.first?.count ?? 0)))
  }

  deinit {
    table.deallocate()
    factors.deallocate()
  }

  /// Writes the samples as ``InverseDCT/run(_:side:last:to:rowBytes:)`` does; `extent` is at least 2. False if no
  /// encoder could make the values from samples.
  @inline(__always) func run(
    _ coefficients: UnsafePointer<SIMD8<Int16>>, side: Int, extent: Int,
    to target: UnsafeMutablePointer<UInt8>, rowBytes: Int
  ) -> Bool {
    let first = UnsafeRawPointer(coefficients).assumingMemoryBound(to: Int16.self)
    return transform_run(table, first, Int32(side), Int32(extent), target, rowBytes) == 0
  }

  /// Writes the samples as ``InverseDCT/runAverages(of:groups:row:to:)`` does. `coefficients` holds those of the first of
  /// `groups` groups. The next group follows after `groupVectors` vectors. False if no encoder could make the values from
  /// samples.
  func runAverages(
    _ coefficients: UnsafePointer<SIMD8<Int16>>, groupVectors: Int, groups: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let first = UnsafeRawPointer(coefficients).assumingMemoryBound(to: Int16.self)
    return transform_averages(table, first, groupVectors * 8, Int32(groups), target) == 0
  }
}
