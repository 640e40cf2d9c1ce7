import Glibc
import ImageModel
import TestSupport
import Testing

@testable import State

@Suite struct JournalDamageTests {
  private let lines: [JournalLine] = [
    .job(file: "job.yaml"), .item(JournalSamples.item("a", inode: 1)),
    .will(path: "w\n", file: JournalSamples.file),
    .item(JournalSamples.mixed("\u{E9}\t")), .item(JournalSamples.item("a", inode: 2)), .gone(path: "w\n"),
    .end(JournalEnd(fingerprint: "f", rows: 5, unmade: 3, manifest: JournalSamples.file)),
    .item(JournalSamples.item("b")),
  ]

  /// The newest items among the first `count` lines, in the order of those.
  private func items(_ count: Int) -> [JournalItem] {
    [[], [1], [1], [1, 3], [3, 4], [3, 4], [3, 4], [3, 4, 7]][max(0, count - 1)].map { index in
      guard case .item(let item) = lines[index] else { return JournalSamples.item("never") }
      return item
    }
  }

  @Test func cutAnywhere() throws {
    let root = try TemporaryDirectory()
    let bytes = lines.flatMap(\.bytes)
    let ends = lines.indices.map { lines[...$0].reduce(0) { $0 + $1.bytes.count } }
    let next = JournalSamples.item("next")
    for count in 0...bytes.count {
      try root.write(Array(bytes.prefix(count)), to: "journal")
      let whole = ends.filter { $0 <= count }.count
      #expect(try root.items() == items(whole), "cut at \(count)")
      let journal = try root.journal()
      #expect(journal.droppedBytes == 0)
      let kept = whole == 0 ? lines[0].bytes : Array(bytes.prefix(ends[whole - 1]))
      #expect(try root.read("journal") == kept, "cut at \(count)")
      try journal.append([.item(next)])
      #expect(try root.items() == items(whole) + [next], "cut at \(count)")
    }
  }

  @Test func everyBitFlipped() throws {
    let bytes = lines.flatMap(\.bytes)
    let starts = lines.indices.map { lines[..<$0].reduce(0) { $0 + $1.bytes.count } }
    let hit = starts[3]..<starts[4]
    for bit in hit.lowerBound * 8..<hit.upperBound * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      let (reading, found) = JournalReading.scan(damaged)
      #expect(found.map(\.bytes) == lines[..<3].map(\.bytes), "bit \(bit)")
      #expect(reading.end == hit.lowerBound)
      #expect(reading.droppedBytes == bytes.count - hit.lowerBound)
    }
  }

  @Test func aDamagedLineAmongOthers() throws {
    let root = try TemporaryDirectory()
    var bytes = lines.flatMap(\.bytes)
    let start = lines[..<4].reduce(0) { $0 + $1.bytes.count }
    bytes[start + 20] ^= 1
    try root.write(bytes, to: "journal")
    let journal = try root.journal()
    #expect(journal.droppedBytes == bytes.count - start)
    #expect(try root.read("journal") == Array(bytes.prefix(start)))
    #expect(try root.items() == items(4))
    #expect(try root.journal().droppedBytes == 0)
  }

  @Test func aDamagedLastLineIsATornOne() throws {
    let root = try TemporaryDirectory()
    var bytes = lines.flatMap(\.bytes)
    bytes[bytes.count - 3] ^= 1
    try root.write(bytes, to: "journal")
    let journal = try root.journal()
    #expect(journal.droppedBytes == 0)
    #expect(try root.items() == items(7))
  }

  @Test func aHeaderThatIsNotOurs() throws {
    let root = try TemporaryDirectory()
    let rest = JournalLine.item(JournalSamples.item("a")).bytes
    for first in [JournalSamples.line("journal\t2\tjob.yaml"), JournalSamples.line("gone\ta"), [0x0A]] {
      try root.write(first + rest, to: "journal")
      #expect(try root.items() == [])
      let journal = try root.journal()
      #expect(journal.droppedBytes == first.count + rest.count)
      #expect(journal.count == 0)
      #expect(try root.read("journal") == lines[0].bytes)
    }
  }

  @Test func linesOfTheFutureArePassedOver() throws {
    let root = try TemporaryDirectory()
    let future = JournalSamples.line("later\tthing") + JournalSamples.line("item\ta\tb\tnew shape")
    let bytes = lines[0].bytes + lines[1].bytes + future + lines[7].bytes
    try root.write(bytes, to: "journal")
    let journal = try root.journal()
    #expect(try root.read("journal") == bytes)
    #expect(try root.items() == [JournalSamples.item("a", inode: 1), JournalSamples.item("b")])
    #expect(try journal.item(source: "a", id: "b") == nil)
    #expect(journal.droppedBytes == 0)
  }

  @Test func piecesOfAnySize() {
    let bytes = lines.flatMap(\.bytes) + [0x41]
    for piece in [1, 2, 3, 7, 64, 100, bytes.count, 1 << 20] {
      var reading = JournalReading()
      var found: [[UInt8]] = []
      var offsets: [Int] = []
      reading.scan(bytes.count, piece: piece, read: { Array(bytes[$1...].prefix($0)) }) { line, offset, _ in
        found.append(line + [0x0A])
        offsets.append(offset)
      }
      #expect(found == lines.map(\.bytes))
      #expect(offsets == lines.indices.map { lines[..<$0].reduce(0) { $0 + $1.bytes.count } })
    }
  }

  @Test func aLineThatIsTooLong() throws {
    let root = try TemporaryDirectory()
    let journal = try root.journal()
    try journal.append([.item(JournalSamples.item("a"))])
    let good = try root.read("journal")
    var long = JournalSamples.item("b")
    long.outputs[0].path = String(repeating: "x", count: 1 << 24)
    try journal.append([.item(long)])
    #expect(try root.read("journal") == good)
    #expect(try journal.item(source: "b", id: "") == nil)

    try root.write(good + JournalLine.item(long).bytes, to: "journal")
    #expect(try root.journal().droppedBytes == JournalLine.item(long).bytes.count)
    try root.write(good + [UInt8](repeating: 0, count: 1 << 24), to: "journal")
    #expect(try root.journal().droppedBytes == 1 << 24)
    #expect(try root.read("journal") == good)
  }
}
