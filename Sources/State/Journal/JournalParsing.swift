import ImageModel
import Planning
import Rendering
import System

extension JournalLine {
  /// Parses a whole line without its newline. Nil if its checksum is wrong or its content unknown.
  package init?(_ line: ArraySlice<UInt8>) {
    guard let body = JournalText.body(line) else { return nil }
    self.init(body: body)
  }

  /// Parses the part of a line that follows the checksum; nil if its content is unknown.
  init?(body: ArraySlice<UInt8>) {
    var fields = JournalFields(body)
    guard let name = fields.next(), let kind = JournalText.Kind(name), let line = Self.read(kind, &fields),
      fields.isAtEnd
    else { return nil }
    self = line
  }

  /// The line's text, newline included.
  package var bytes: [UInt8] {
    var printing = JournalPrinting()
    printing.add(self)
    return printing.bytes
  }

  private static func read(_ kind: JournalText.Kind, _ fields: inout JournalFields) -> JournalLine? {
    switch kind {
    case .journal:
      guard fields.number(Int.self) == JournalPrinting.format, let file = fields.text() else { return nil }
      return .job(file: file)
    case .versions:
      return fields.maker().map(JournalLine.versions)
    case .item:
      return fields.item().map(JournalLine.item)
    case .will:
      guard let path = fields.text(), let file = fields.file() else { return nil }
      return .will(path: path, file: file)
    case .gone:
      return fields.text().map(JournalLine.gone)
    case .end:
      guard let fingerprint = fields.text(), let rows = fields.number(Int.self),
        let unmade = fields.number(Int.self), let filtered = fields.number(Int.self),
        filtered >= 0, filtered <= unmade, unmade <= rows, let manifest = fields.file(),
        let older = fields.isAtEnd ? 0 : fields.number(Int.self), older >= 0, older <= rows - unmade
      else { return nil }
      return .end(
        JournalEnd(
          fingerprint: fingerprint, rows: rows, unmade: unmade, filtered: filtered, older: older,
          manifest: manifest))
    }
  }
}

extension JournalFields {
  fileprivate mutating func maker() -> Maker? {
    guard let tool = text(), let number = number(Int.self), let shared = libraries(),
      let drawing = libraries()
    else { return nil }
    return Maker(tool: tool, recipeNumber: number, shared: shared, drawing: drawing)
  }

  private mutating func libraries() -> [Maker.Library]? {
    guard let count = number(Int.self), count >= 0 else { return nil }
    var libraries: [Maker.Library] = []
    while libraries.count < count {
      guard let name = text(), let version = text() else { return nil }
      libraries.append(Maker.Library(name: name, version: version))
    }
    return libraries
  }

  fileprivate mutating func item() -> JournalItem? {
    guard let source = text(), let id = text(), let version = file(), let sum = optional({ $0.text() }),
      let count = number(Int.self), count >= 0
    else { return nil }
    var outputs: [JournalOutput] = []
    while outputs.count < count {
      guard let output = output() else { return nil }
      outputs.append(output)
    }
    var item = JournalItem(
      source: source, id: id, version: SourceVersion(version), sourceSHA256: sum, outputs: outputs)
    if !isAtEnd {
      guard let file = file(), let sum = optional({ $0.text() }) else { return nil }
      item.mask = JournalMask(version: SourceVersion(file), sha256: sum)
    }
    return item
  }

  private mutating func output() -> JournalOutput? {
    guard let path = text(), let recipe = text(), let file = optional({ $0.file() }),
      let outcome = outcome()
    else { return nil }
    return JournalOutput(path: path, recipe: recipe, outcome: outcome, file: file)
  }

  private mutating func outcome() -> OutputOutcome? {
    guard let sum = optional({ $0.text() }), let size = optional({ $0.number(Int.self) }),
      let error = optional({ $0.finding() }), let count = number(Int.self), count >= 0
    else { return nil }
    var outcome = OutputOutcome(error: error)
    outcome.sha256 = sum
    outcome.bytes = size
    while outcome.findings.count < count {
      guard let finding = finding() else { return nil }
      outcome.findings.append(finding)
    }
    return outcome
  }

  private mutating func finding() -> Finding? {
    guard let name = text(), let code = Finding.Code(rawValue: name), code.isKnown, let message = text()
    else { return nil }
    return Finding(code, message)
  }

  fileprivate mutating func file() -> FileIdentity? {
    guard let bytes = number(Int.self), let modified = number(Int.self), let inode = number(UInt64.self)
    else { return nil }
    return FileIdentity(bytes: bytes, modified: modified, inode: inode)
  }
}
