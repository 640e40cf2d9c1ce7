import JPEGComparison
import TestSupport
import Testing

@testable import ReducedJPEG

/// Scans of which each unit is one byte, the unit's number.
@Suite("Restart intervals")
struct IntervalCursorTests {
  /// So many units with a restart marker after each `interval`, but none at the end.
  private static func scan(_ units: Int, interval: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in 0..<units {
      if unit > 0, interval > 0, unit % interval == 0 {
        bytes += [0xFF, 0xD0 + UInt8((unit / interval - 1) % 8)]
      }
      bytes.append(UInt8(unit))
    }
    return bytes
  }

  private static func cursor(_ bytes: [UInt8], interval: Int) -> (EntropyWindow, IntervalCursor) {
    let window = EntropyWindow(FileWindow(PieceSource(bytes).fill))
    return (window, IntervalCursor(window, interval: interval))
  }

  /// Reads the units before `target`: their numbers, and those that the decoder's state was to begin anew with.
  private static func read(
    _ cursor: inout IntervalCursor, _ window: EntropyWindow, to target: Int, mayJump: Bool = false
  ) throws(DecodeEnd) -> (units: [Int], fresh: [Int]) {
    var (units, fresh): ([Int], [Int]) = ([], [])
    while cursor.unit < target {
      let next = try cursor.next(before: target, mayJump: mayJump)
      if next.isFresh { fresh.append(cursor.unit) }
      for _ in 0..<next.count {
        if cursor.reader.next > window.limit { cursor.reader = try window.extended(cursor.reader) }
        cursor.reader.fill()
        units.append(cursor.reader.peek(8))
        cursor.reader.drop(8)
      }
      cursor.unit += next.count
    }
    return (units, fresh)
  }

  private static func damage(_ body: () throws(DecodeEnd) -> Void) -> JPEGDamage? {
    do throws(DecodeEnd) { try body() } catch { if case .damaged(let damage) = error { return damage } }
    return nil
  }

  @Test("All units come, with a new beginning after each restart marker", arguments: [0, 1, 2, 3, 7, 30, 31])
  func all(_ interval: Int) throws {
    let (window, start) = Self.cursor(Self.scan(31, interval: interval) + [0xFF, 0xC4], interval: interval)
    var cursor = start
    let read = try Self.read(&cursor, window, to: 31)
    #expect(read.units == Array(0..<31))
    #expect(read.fresh == (interval == 0 ? [0] : Array(stride(from: 0, to: 31, by: interval))))
    #expect(try cursor.end(isComplete: true) == 0xC4)
  }

  /// Of intervals that end before `target` nothing need be read.
  @Test("It jumps over intervals", arguments: [1, 2, 3, 7, 30, 31])
  func jump(_ interval: Int) throws {
    let bytes = Self.scan(31, interval: interval) + [0xFF, 0xDA]
    for target in 0..<31 {
      for before in [0, 1, interval, interval + 1] where before <= target {
        let (window, start) = Self.cursor(bytes, interval: interval)
        var cursor = start
        _ = try Self.read(&cursor, window, to: before)
        let passed = try Self.read(&cursor, window, to: target, mayJump: true)
        // From the beginning of the interval that the target lies in, if that isn't before what was read.
        let begin = max(target / interval * interval, before)
        #expect(passed.units == (begin < target ? Array(begin..<target) : []))
        let rest = try Self.read(&cursor, window, to: 31)
        #expect(rest.units == Array(target..<31))
        let isMarked = target > before && target % interval == 0 && target / interval * interval > 0
        #expect(!isMarked || passed.fresh.last == target || rest.fresh.first == target)
        #expect(try cursor.end(isComplete: true) == 0xDA)
      }
    }
  }

  @Test("A scan's rest is passed over with its restart markers", arguments: [0, 1, 3])
  func rest(_ interval: Int) throws {
    let (window, start) = Self.cursor(Self.scan(31, interval: interval) + [0xFF, 0xD9], interval: interval)
    var cursor = start
    _ = try Self.read(&cursor, window, to: 8)
    #expect(try cursor.end(isComplete: false) == 0xD9)
  }

  @Test("A restart marker that is missing or out of order is damage", arguments: [false, true])
  func damage(mayJump: Bool) throws {
    func damage(_ bytes: [UInt8]) -> JPEGDamage? {
      Self.damage { () throws(DecodeEnd) in
        let (window, start) = Self.cursor(bytes, interval: 2)
        var cursor = start
        _ = try Self.read(&cursor, window, to: 5, mayJump: mayJump)
      }
    }
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF, 0xD1, 4, 5]) == nil)
    #expect(damage([0, 1, 0xFF, 0xD1, 2, 3, 0xFF, 0xD2, 4, 5]) == .restart)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF, 0xD0, 4, 5]) == .restart)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF, 0xD2, 4, 5]) == .restart)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF, 0xD9]) == .restart)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF, 0x01, 0xFF, 0xD1, 4, 5]) == .restart)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3]) == .endsEarly)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF]) == .endsEarly)
  }

  @Test("An interval that has too much or too little in it is damage")
  func length() throws {
    func damage(_ bytes: [UInt8]) -> JPEGDamage? {
      Self.damage { () throws(DecodeEnd) in
        let (window, start) = Self.cursor(bytes, interval: 2)
        var cursor = start
        _ = try Self.read(&cursor, window, to: 4)
        _ = try cursor.end(isComplete: true)
      }
    }
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 0xFF, 0xD9]) == nil)
    #expect(damage([0, 1, 9, 0xFF, 0xD0, 2, 3, 0xFF, 0xD9]) == .extraneous)
    #expect(damage([0, 1, 2, 3, 0xFF, 0xD9]) == .extraneous)
    #expect(damage([0, 0xFF, 0xD0, 2, 3, 0xFF, 0xD9]) == .endsEarly)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 0xFF, 0xD9]) == .endsEarly)
    #expect(damage([0, 1, 0xFF, 0xD0, 2, 3, 4, 0xFF, 0xD9]) == .extraneous)
  }
}
