import Glibc
import ImageModel
import Planning
import Rendering
import State
import System
import TestSupport

/// Journals and lines to test with.
enum JournalSamples {
  /// Names that take some care.
  static let names = [
    "", "a.jpg", "\t", "\n", "\\", "\\t", "\\-", "-", "a\tb\nc\\d", "\\\n\t\\", "\0", "\r", " ", "\u{7F}",
    "\u{E9}.jpg", "e\u{301}.jpg", "\u{1F5BC}\u{FE0F}", "\u{10FFFF}", "\u{FEFF}x",
    String(repeating: "long/", count: 900),
  ]

  static let file = FileIdentity(bytes: 1234, modified: 1_700_000_000_123_456_789, inode: 42)

  /// A tool with three libraries; `name` is in it twice.
  static func maker(_ name: String) -> Maker {
    Maker(
      tool: name, recipeNumber: 7,
      shared: [Maker.Library(name: "a", version: "1.2+34"), Maker.Library(name: "b", version: "none")],
      drawing: [Maker.Library(name: "c", version: name)])
  }

  /// An item with one output that was made as the file number `inode`.
  static func item(_ source: String, _ id: String = "", inode: UInt64 = 1) -> JournalItem {
    var made = OutputOutcome()
    made.sha256 = "ab12"
    made.bytes = 10
    let file = FileIdentity(bytes: 10, modified: 20, inode: inode)
    let output = JournalOutput(path: "out/" + source + id, recipe: "0f", outcome: made, file: file)
    return JournalItem(
      source: source, id: id, version: SourceVersion(Self.file), sourceSHA256: "cd", outputs: [output])
  }

  /// An item with a failed output and one with warnings; `name` is everywhere.
  static func mixed(_ name: String) -> JournalItem {
    var warned = OutputOutcome()
    warned.findings = [Finding(.cropClipped, name), Finding(.notEnlarged, "")]
    let failed = OutputOutcome(error: Finding(.corrupt, name))
    return JournalItem(
      source: name, id: name, version: SourceVersion(FileIdentity(bytes: .max, modified: .min, inode: .max)),
      sourceSHA256: nil, mask: JournalMask(version: SourceVersion(file), sha256: name),
      outputs: [
        JournalOutput(path: name, recipe: name, outcome: failed, file: nil),
        JournalOutput(path: name + "2", recipe: "", outcome: warned, file: file),
      ])
  }

  /// The line with that text behind its checksum.
  static func line(_ body: String) -> [UInt8] {
    let sum = String(BitwiseCRC32C.of(body.utf8), radix: 16)
    return Array((String(repeating: "0", count: 8 - sum.count) + sum + "\t" + body + "\n").utf8)
  }
}

extension TemporaryDirectory {
  /// Calls `body` with this folder's open descriptor.
  func withDescriptor<Value>(_ body: (Int32) throws -> Value) throws -> Value {
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    return try body(folder.number)
  }

  /// Opens the journal of this folder to go on with it.
  func journal() throws -> Journal {
    try withDescriptor { try Journal(folder: $0, jobFile: "job.yaml") }
  }

  /// The items of this folder's journal as a reader finds them.
  func items() throws -> [JournalItem] {
    let journal = try withDescriptor { try Journal(reading: $0) }
    var items: [JournalItem] = []
    try journal.forEachItem { items.append($0) }
    return items
  }
}
