import TestSupport
import Testing

@testable import State

@Suite struct JournalGlanceTests {
  @Test func onlyWhatIsWholeIsThere() {
    let glance = JournalGlance([1, 2, 3, 4], at: 10)
    #expect(glance.bytes(4, at: 10) == [1, 2, 3, 4])
    #expect(glance.bytes(2, at: 11) == [2, 3])
    #expect(glance.bytes(0, at: 14) == [])
    #expect(glance.bytes(1, at: 9) == nil)
    #expect(glance.bytes(1, at: 14) == nil)
    #expect(glance.bytes(2, at: 13) == nil)
    #expect(glance.bytes(.max, at: 12) == nil)
    #expect(glance.start(2) == [1, 2])
    #expect(glance.start(9) == [1, 2, 3, 4])
    #expect(JournalGlance().bytes(1, at: 0) == nil)
  }

  /// What was read with an older line is not taken for a newer one, nor for one behind the lines that hold.
  @Test func newerLinesAreFoundBehindOlderOnes() throws {
    let folder = try TemporaryDirectory()
    let journal = try folder.journal()
    for number in 0..<300 {
      let name = "\(number % 7)"
      try journal.append([.item(JournalSamples.item(name, inode: UInt64(number)))])
      for other in 0...min(number, 6) {
        let newest = number - (number - other) % 7
        #expect(
          try journal.item(source: "\(other)", id: "")
            == JournalSamples.item("\(other)", inode: UInt64(newest)))
      }
    }
  }
}
