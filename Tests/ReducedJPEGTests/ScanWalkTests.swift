import ImageModel
import JPEGComparison
import TestSupport
import Testing

@testable import ReducedJPEG

/// Scans of which each unit is one byte, the unit's number.
@Suite("Which units of a scan are decoded")
struct ScanWalkTests {
  /// What a walk asked for.
  private struct Record: ScanCoder {
    let window: EntropyWindow
    var kept: [Int] = []
    var others: [Int] = []
    /// The first units behind each beginning of a restart interval.
    var fresh: [Int] = []
    private var begins = false

    init(window: EntropyWindow) { self.window = window }

    mutating func begin() { begins = true }

    mutating func decode(
      _ units: Range<Int>, isKept: Bool, _ reader: inout BitReader
    ) throws(DecodeEnd) {
      if begins { fresh.append(units.lowerBound) }
      begins = false
      for unit in units {
        if reader.next > window.limit { reader = try window.extended(reader) }
        reader.fill()
        guard reader.peek(8) == unit & 0x7F else { throw .damaged(.badCode) }
        reader.drop(8)
        if isKept { kept.append(unit) } else { others.append(unit) }
      }
    }
  }

  private static func scan(_ units: Int, interval: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in 0..<units {
      if unit > 0, interval > 0, unit % interval == 0 {
        bytes += [0xFF, 0xD0 + UInt8((unit / interval - 1) % 8)]
      }
      bytes.append(UInt8(unit & 0x7F))
    }
    return bytes + [0xFF, 0xD9]
  }

  private static func walk(
    _ units: ScanUnits, interval: Int, looksAtAll: Bool, mayJump: Bool, isLast: Bool
  ) throws -> (record: Record, rows: [Int], marker: UInt8) {
    let window = EntropyWindow(FileWindow(PieceSource(scan(units.count, interval: interval)).fill))
    let walk = ScanWalk(
      window: window, units: units, interval: interval, looksAtAll: looksAtAll, mayJump: mayJump,
      isLast: isLast)
    var record = Record(window: window)
    var rows: [Int] = []
    let marker = try walk.run(&record) { () throws(DecodeEnd) in rows.append(rows.count) }
    return (record, rows, marker)
  }

  @Test("Those that are kept, and of the others what these need", arguments: 0..<20)
  func units(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<40 {
      let (across, down) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
      let (left, top) = (Int.random(in: 0..<across, using: &random), Int.random(in: 0..<down, using: &random))
      let units = ScanUnits(
        across: across, down: down, columns: left..<Int.random(in: left + 1...across, using: &random),
        rows: top..<Int.random(in: top + 1...down, using: &random))
      let interval = random.pick([0, 1, 2, across, 2 * across, 7, units.count])
      let looksAtAll = Bool.random(using: &random)
      let mayJump = !looksAtAll && Bool.random(using: &random)
      let (record, rows, marker) = try Self.walk(
        units, interval: interval, looksAtAll: looksAtAll, mayJump: mayJump,
        isLast: Bool.random(using: &random))
      let kept = (0..<units.count).filter {
        units.rows.contains($0 / across) && units.columns.contains($0 % across)
      }
      let end = looksAtAll ? units.count : (kept.last ?? 0) + 1
      // An interval's units may be left out that no kept one follows.
      let needed = (0..<end).filter { unit in
        guard !kept.contains(unit) else { return false }
        guard mayJump, interval > 0, let next = kept.first(where: { $0 > unit }) else { return true }
        return unit / interval == next / interval
      }
      #expect(record.kept == kept)
      #expect(record.others == needed, "\(units), interval \(interval), jumps \(mayJump)")
      #expect(rows.count == units.rows.count)
      let decoded = Set(kept + needed)
      let begun = interval == 0 ? [0] : Array(stride(from: 0, to: end, by: interval))
      #expect(record.fresh == begun.filter(decoded.contains))
      #expect(marker == 0xD9)
    }
  }
}
