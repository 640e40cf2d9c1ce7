/// The tables that a thread keeps from picture to picture, since most cameras always write the same codes.
/// Only one thread may use a cache.
package final class TableCache {
  /// Enough for the codes of a few cameras.
  private static let capacity = 16

  /// Kept tables, most recently used last.
  private var dc: [(code: HuffmanCode, table: DCTable)] = []
  private var ac: [(code: HuffmanCode, table: ACTable)] = []

  package init() {}

  /// The table for `code`, kept or new. Nil if `code` is no code of DC differences.
  func dcTable(_ code: HuffmanCode) -> DCTable? {
    if let place = dc.lastIndex(where: { $0.code == code }) { return Self.use(place, of: &dc) }
    guard let table = DCTable(code) else { return nil }
    return Self.keep(code, table, in: &dc)
  }

  func acTable(_ code: HuffmanCode) -> ACTable {
    if let place = ac.lastIndex(where: { $0.code == code }) { return Self.use(place, of: &ac) }
    return Self.keep(code, ACTable(code), in: &ac)
  }

  private static func use<Table>(
    _ place: Int, of kept: inout [(code: HuffmanCode, table: Table)]
  ) -> Table {
    let found = kept.remove(at: place)
    kept.append(found)
    return found.table
  }

  private static func keep<Table>(
    _ code: HuffmanCode, _ table: Table, in kept: inout [(code: HuffmanCode, table: Table)]
  ) -> Table {
    if kept.count == capacity { kept.removeFirst() }
    kept.append((code, table))
    return table
  }
}
