import ImageModel
import JobFile
import System

/// Plans to fetch only the front of a JPEG on the web, where the outputs need only the picture's upper part.
extension Planner {
  /// The bytes from the start of a file with which the decodes of `plan` are likely to end. Nil if the whole file is
  /// needed: for its hash, its cache, its lower part, its coefficients or an embedded picture. Nil also if the front
  /// would save little.
  ///
  /// The estimate is that all rows have equally many bytes, and then a quarter more.
  func front(of source: SourceInfo, for plan: ImagePlan) -> Int? {
    guard let start = source.scanOffset, WebAddress.isURL(plan.source),
      MemberPath(plan.source) == nil, job.cache == nil, plan.hash == .none,
      plan.verify == .crop, plan.wantedSum == nil, plan.gainMap == nil, start < source.bytes,
      let bottom = plan.decodes.map(\.region.bottom).max(),
      plan.decodes.allSatisfy({ !$0.isOfCoefficients && $0.thumbnail == nil })
    else { return nil }
    let height = source.storedSize.height
    let rows = min(bottom + Self.rowsBelow, height)
    let share = Double(source.bytes - start) * Double(rows) / Double(height)
    let front = start + Int(share * 1.25) + Self.spareBytes
    return front <= source.bytes / 2 && source.bytes - front >= Self.leastSaving ? front : nil
  }

  /// Pixel rows below the lowest region that a decode may read: two rows of the tallest MCUs.
  private static let rowsBelow = 64
  /// A decoder reads some bytes ahead.
  private static let spareBytes = 32 << 10
  /// A front needs one request more than the whole file.
  private static let leastSaving = 128 << 10
}
