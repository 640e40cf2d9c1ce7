import State

/// A job's journal: nothing counts that is torn or damaged, and all that stands before it does.
///
/// The input is ``JournalChoices/length`` bytes of choices, then a journal.
package enum JournalReaderTarget: FuzzTarget {
  package static let name = "JournalReader"
  package static let longest = 4096

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choices = JournalChoices(bytes) else { return nil }
    let journal = choices.journal(bytes.dropFirst(JournalChoices.length))
    return fault(inJournal: journal)
      ?? fault(inJournal: choices.torn(journal)).map { "cut: \($0)" }
      ?? fault(inJournal: choices.damaged(journal)).map { "damaged: \($0)" }
  }

  /// What is wrong with the reading of one journal.
  private static func fault(inJournal bytes: [UInt8]) -> String? {
    let (reading, lines) = JournalReading.scan(bytes)
    let expected = PlainJournal(bytes)
    guard reading.end == expected.end, reading.lines == expected.lines.count else {
      return
        "\(reading.lines) lines up to \(reading.end) hold, not \(expected.lines.count) up to \(expected.end)"
    }
    guard reading.droppedBytes == expected.droppedBytes else {
      return "\(reading.droppedBytes) bytes are dropped, not \(expected.droppedBytes)"
    }
    guard (reading.jobFile == nil) == expected.lines.isEmpty else { return "whose journal it is isn't said" }
    let understood = expected.lines.compactMap { JournalLine($0[...]) }
    guard lines.map(\.bytes) == understood.map(\.bytes) else { return "lines are read in two ways" }
    guard reading.lastEnd == expected.lastEnd else {
      return "the last end is \(String(describing: reading.lastEnd))"
    }
    return expected.lines.first { line in
      JournalLine(line[...]).map { $0.bytes != line + [PlainJournal.newline] } ?? false
    }.map { "a line is printed in another way than it was read: \(String(decoding: $0, as: UTF8.self))" }
  }
}

/// What an input asks for besides its journal.
struct JournalChoices {
  /// Bytes taken.
  static let length = 4

  private let bytes: [UInt8]

  /// Nil for fewer bytes than ``length``.
  init?(_ input: [UInt8]) {
    guard input.count >= Self.length else { return nil }
    bytes = Array(input.prefix(Self.length))
  }

  /// The journal itself, or, since no fuzzer guesses checksums, one whose lines are given theirs.
  func journal(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes[0] & 1 == 1 else { return Array(text) }
    let lines = text.split(separator: PlainJournal.newline, omittingEmptySubsequences: false).map { line in
      Array(PlainJournal.checksum(of: line).utf8) + [PlainJournal.tab] + line
    }
    return Array(lines.joined(separator: [PlainJournal.newline]))
  }

  /// A journal that a crash has cut.
  func torn(_ journal: [UInt8]) -> [UInt8] { Array(journal.prefix(place(in: journal))) }

  /// A journal with one byte changed.
  func damaged(_ journal: [UInt8]) -> [UInt8] {
    guard !journal.isEmpty else { return journal }
    var journal = journal
    journal[place(in: journal)] ^= max(1, bytes[3])
    return journal
  }

  private func place(in journal: [UInt8]) -> Int {
    (Int(bytes[1]) << 8 | Int(bytes[2])) % max(1, journal.count)
  }
}
