import ImageModel
import Planning
import System

/// Prints a journal's lines.
///
/// A line has a checksum in eight hexadecimal digits, a kind, and the fields of this kind. A tab separates
/// these parts, and a newline ends the line. The checksum covers the kind and the fields. In text, tab,
/// newline and backslash are written `\t`, `\n` and `\\`. An empty field is `\-`.
struct JournalPrinting {
  /// The number of this format.
  static let format = 1

  /// All lines so far.
  private(set) var bytes: [UInt8] = []

  /// Adds a whole line.
  mutating func add(_ line: JournalLine) {
    let start = bytes.count
    bytes.append(contentsOf: [UInt8](repeating: 0x30, count: 8))
    switch line {
    case .job(let file):
      kind(.journal)
      number(Self.format)
      text(file)
    case .versions(let maker):
      kind(.versions)
      text(maker.tool)
      number(maker.recipeNumber)
      add(maker.shared)
      add(maker.drawing)
    case .item(let item):
      kind(.item)
      add(item)
    case .will(let path, let file):
      kind(.will)
      text(path)
      add(file)
    case .gone(let path):
      kind(.gone)
      text(path)
    case .end(let end):
      kind(.end)
      text(end.fingerprint)
      number(end.rows)
      number(end.unmade)
      number(end.filtered)
      add(end.manifest)
      if end.older > 0 { number(end.older) }
    }
    seal(start)
  }

  /// Adds a whole line; returns false, and adds nothing, if the line is too long.
  mutating func addIfShort(_ line: JournalLine) -> Bool {
    let start = bytes.count
    add(line)
    let isShort = bytes.count - start < JournalText.limit
    if !isShort { bytes.removeLast(bytes.count - start) }
    return isShort
  }

  /// Source and id as written in an item's line, without the tab before them.
  static func key(source: String, id: String) -> ArraySlice<UInt8> {
    var printing = JournalPrinting()
    printing.text(source)
    printing.text(id)
    return printing.bytes.dropFirst()
  }

  /// Writes the checksum of the line that began at `start`, and ends the line.
  private mutating func seal(_ start: Int) {
    let sum = CRC32C.of(bytes[(start + JournalText.bodyOffset)...])
    for place in 0..<8 {
      bytes[start + place] = Self.digit(sum >> UInt32(28 - 4 * place) & 0xF)
    }
    bytes.append(JournalText.newline)
  }

  private static func digit(_ value: UInt32) -> UInt8 { UInt8(value < 10 ? 0x30 + value : 0x57 + value) }

  private mutating func add(_ item: JournalItem) {
    text(item.source)
    text(item.id)
    add(item.version.file)
    text(item.sourceSHA256)
    number(item.outputs.count)
    for output in item.outputs { add(output) }
    guard let mask = item.mask else { return }
    add(mask.version.file)
    text(mask.sha256)
  }

  private mutating func add(_ output: JournalOutput) {
    text(output.path)
    text(output.recipe)
    if let file = output.file { add(file) } else { nothing() }
    text(output.outcome.sha256)
    if let size = output.outcome.bytes { number(size) } else { nothing() }
    if let error = output.outcome.error { add(error) } else { nothing() }
    number(output.outcome.findings.count)
    for finding in output.outcome.findings { add(finding) }
  }

  private mutating func add(_ file: FileIdentity) {
    number(file.bytes)
    number(file.modified)
    bytes.append(JournalText.tab)
    bytes.append(decimal: file.inode)
  }

  private mutating func add(_ libraries: [Maker.Library]) {
    number(libraries.count)
    for library in libraries {
      text(library.name)
      text(library.version)
    }
  }

  private mutating func add(_ finding: Finding) {
    text(finding.code.rawValue)
    text(finding.message)
  }

  private mutating func kind(_ kind: JournalText.Kind) { text(kind.rawValue) }

  private mutating func nothing() {
    bytes.append(contentsOf: [JournalText.tab, JournalText.backslash, JournalText.minus])
  }

  private mutating func number(_ value: Int) {
    bytes.append(JournalText.tab)
    bytes.append(decimal: value)
  }

  private mutating func text(_ text: String?) {
    guard var text else { return nothing() }
    bytes.append(JournalText.tab)
    text.withUTF8 { appendEscaped($0) }
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for place in text.indices where Self.isEscaped(text[place]) {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
      bytes.append(JournalText.backslash)
      switch text[place] {
      case JournalText.tab: bytes.append(0x74)
      case JournalText.newline: bytes.append(0x6E)
      default: bytes.append(text[place])
      }
      start = place + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == JournalText.tab || byte == JournalText.newline || byte == JournalText.backslash
  }
}
