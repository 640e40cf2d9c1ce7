import ImageModel
import Planning
import Rendering
import State
import System
import TestSupport
import Testing

@Suite struct JournalLineTests {
  private func lines(_ name: String) -> [JournalLine] {
    [
      .job(file: name), .versions(JournalSamples.maker(name)), .item(JournalSamples.mixed(name)),
      .item(JournalSamples.item(name, name)),
      .will(path: name, file: JournalSamples.file), .gone(path: name),
      .end(JournalEnd(fingerprint: name, rows: 5, unmade: 3, manifest: JournalSamples.file)),
    ]
  }

  @Test func eachKindAsItIsWritten() {
    let item = "item\ta\\tb\t\\\\\t9223372036854775807\t-9223372036854775808\t18446744073709551615\t\\-\t2"
    let failed = "\ta\\tb\\\\\t0f\t\\-\t\\-\t\\-\tcorrupt\ta\\n\t0"
    let warned = "\tc\t\t1\t-2\t3\tee\t7\t\\-\t1\tcrop_clipped\t"
    var outcome = OutputOutcome()
    outcome.sha256 = "ee"
    outcome.bytes = 7
    outcome.findings = [Finding(.cropClipped, "")]
    let line = JournalLine.item(
      JournalItem(
        source: "a\tb", id: "\\",
        version: SourceVersion(FileIdentity(bytes: .max, modified: .min, inode: .max)),
        sourceSHA256: nil,
        outputs: [
          JournalOutput(
            path: "a\tb\\", recipe: "0f", outcome: OutputOutcome(error: Finding(.corrupt, "a\n")), file: nil),
          JournalOutput(
            path: "c", recipe: "", outcome: outcome, file: FileIdentity(bytes: 1, modified: -2, inode: 3)),
        ]))
    let file = FileIdentity(bytes: 0, modified: 5, inode: 6)
    let masks = [("4\t5\t6\t\\-", nil), ("4\t5\t6\tab", "ab")] as [(String, String?)]
    for (text, sum) in masks {
      let mask = JournalMask(
        version: SourceVersion(FileIdentity(bytes: 4, modified: 5, inode: 6)), sha256: sum)
      let masked = JournalItem(
        source: "a", id: "b", version: SourceVersion(file), sourceSHA256: "c", mask: mask, outputs: [])
      #expect(
        JournalLine.item(masked).bytes == JournalSamples.line("item\ta\tb\t0\t5\t6\tc\t0\t\(text)"))
    }
    #expect(line.bytes == JournalSamples.line(item + failed + warned))
    #expect(JournalLine.job(file: "j.yaml").bytes == JournalSamples.line("journal\t1\tj.yaml"))
    #expect(JournalLine.will(path: "p", file: file).bytes == JournalSamples.line("will\tp\t0\t5\t6"))
    #expect(JournalLine.gone(path: "p").bytes == JournalSamples.line("gone\tp"))
    let end = JournalEnd(fingerprint: "f", rows: 5, unmade: 3, filtered: 2, manifest: file)
    #expect(JournalLine.end(end).bytes == JournalSamples.line("end\tf\t5\t3\t2\t0\t5\t6"))
    let mixed = JournalEnd(fingerprint: "f", rows: 5, unmade: 3, filtered: 2, older: 1, manifest: file)
    #expect(JournalLine.end(mixed).bytes == JournalSamples.line("end\tf\t5\t3\t2\t0\t5\t6\t1"))
    #expect(
      JournalLine.versions(JournalSamples.maker("t")).bytes
        == JournalSamples.line("versions\tt\t7\t2\ta\t1.2+34\tb\tnone\t1\tc\tt"))
  }

  @Test(arguments: JournalSamples.names) func roundTrip(_ name: String) throws {
    for line in lines(name) {
      let bytes = line.bytes
      #expect(bytes.filter { $0 == 0x0A }.count == 1)
      let read = try #require(JournalLine(bytes.dropLast()))
      #expect(read.bytes == bytes)
    }
    guard case .item(let item) = JournalLine(JournalLine.item(JournalSamples.mixed(name)).bytes.dropLast())
    else { return #expect(Bool(false), "not an item") }
    #expect(item == JournalSamples.mixed(name))
    #expect(Array(item.outputs[0].outcome.error?.message.utf8 ?? "none".utf8) == Array(name.utf8))
  }

  @Test func everyBitFlipped() {
    for line in lines("a\tb\u{E9}\\") {
      let whole = Array(line.bytes.dropLast())
      for bit in 0..<whole.count * 8 {
        var bytes = whole
        bytes[bit / 8] ^= 1 << (bit % 8)
        #expect(JournalLine(bytes[...]) == nil, "bit \(bit)")
      }
    }
  }

  @Test(
    arguments: [
      "", "gone", "gone\t", "gone\ta\tb", "gone\t\\", "gone\t\\x", "gone\t\\-", "later\ta", "Gone\ta",
      "journal\t2\tj",
      "will\tp\t01\t5\t6", "will\tp\t-0\t5\t6", "will\tp\t+1\t5\t6", "will\tp\t\t5\t6", "will\tp\t-\t5\t6",
      "will\tp\t9223372036854775808\t5\t6", "will\tp\t1\t-9223372036854775809\t6", "will\tp\t1\t5\t-6",
      "will\tp\t1\t5\t18446744073709551616", "will\tp\t1\t5", "will\tp\t1 \t5\t6",
      "end\tf\t5\t3\t2\t0\t5\t6\t-1", "end\tf\t5\t3\t2\t0\t5\t6\t3", "end\tf\t5\t3\t2\t0\t5\t6\t1\t1",
      "versions\tt\t7\t1\ta\t1", "versions\tt\t7\t-1\t0", "versions\tt\t7\t0\t0\tx",
      "item\ta\tb\t1\t2\t3\t\\-\t1",
      "item\ta\tb\t1\t2\t3\t\\-\t-1", "item\ta\tb\t1\t2\t3\t\\-\t0\t",
      "item\ta\tb\t1\t2\t3\t\\-\t0\t4\t5\t6", "item\ta\tb\t1\t2\t3\t\\-\t0\t4\t5\tab",
      "item\ta\tb\t1\t2\t3\t\\-\t0\t4\t5\t6\tab\t7",
      "item\ta\tb\t1\t2\t3\t\\-\t9223372036854775807\tp\tr\t\\-\t\\-\t\\-\t\\-\t0",
      "item\ta\tb\t1\t2\t3\t\\-\t1\tp\tr\t\\-\t\\-\t\\-\tno_such_code\tm\t0",
    ])
  func whatIsNotUnderstood(_ body: String) {
    let understood = JournalLine(JournalSamples.line(body).dropLast())
    if body == "gone\t" {
      #expect(understood?.bytes == JournalSamples.line(body))
    } else {
      #expect(understood == nil)
    }
  }

  @Test func textThatIsNotUTF8() {
    var bytes = JournalSamples.line("gone\tab").dropLast()
    bytes[bytes.endIndex - 1] = 0xFF
    let sum = String(BitwiseCRC32C.of(bytes.dropFirst(9)), radix: 16)
    let padded = String(repeating: "0", count: 8 - sum.count) + sum
    #expect(JournalLine(Array(padded.utf8) + bytes.dropFirst(8)) == nil)
  }

  @Test func linesThatAreTooShort() {
    for count in 0..<10 { #expect(JournalLine(ArraySlice("00000000\t".utf8.prefix(count))) == nil) }
  }
}

@Suite struct JournalReadingTests {
  @Test func scanOfBytes() {
    let first = JournalLine.job(file: "j").bytes
    let known = JournalLine.gone(path: "a").bytes
    let future = JournalSamples.line("later\tthing")
    let (reading, lines) = JournalReading.scan(first + future + known + known.dropLast())
    #expect(lines.map(\.bytes) == [first, known])
    #expect(reading.jobFile == "j")
    #expect(reading.lines == 3)
    #expect(reading.end == first.count + future.count + known.count)
    #expect(reading.droppedBytes == 0)
  }

  @Test func ofVersionsThatMakeTheSameBytesTheNewestCounts() throws {
    let folder = try TemporaryDirectory()
    let journal = try folder.journal()
    let (one, two) = (JournalSamples.maker("one"), JournalSamples.maker("two"))
    let newer = Maker(
      tool: "newer", recipeNumber: one.recipeNumber, shared: one.shared, drawing: one.drawing)
    try journal.append([.versions(one), .versions(two)])
    #expect(journal.makers == [one, two])
    try journal.append([.versions(newer)])
    #expect(journal.makers == [two, newer])
    #expect(try folder.journal().makers == [two, newer])
  }

  @Test func anythingIsReadWithoutATrap() {
    var random = SplitMix64(seed: 3)
    let seed = JournalLine.job(file: "j").bytes + JournalLine.item(JournalSamples.mixed("a\tb")).bytes
    for _ in 0..<2000 {
      var bytes = seed
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let (reading, lines) = JournalReading.scan(bytes)
      #expect(Array(lines.flatMap(\.bytes)) == Array(bytes.prefix(reading.end)))
    }
  }
}
