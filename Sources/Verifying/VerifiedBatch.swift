import ImageModel
import JobFile
import System

/// Lines of a manifest that are verified together: all rows of their sources.
struct VerifiedBatch {
  /// A line that says what a row says.
  struct Row: Sendable {
    let line: ManifestLine
    /// The place of the planned row that it stands for; nil where it stands for none, or there is no plan.
    var place: Int?
    /// True where the planned row has this source and this output.
    var isInPlace = true
    /// True where no planned row is left for it.
    var isUnplanned = false
    /// True where its output is to be rendered anew.
    var isSampled = false
  }

  private(set) var rows: [Row] = []
  /// What was found.
  private(set) var found: [ManifestException] = []
  /// What counts only where its source is the one that the manifest says.
  private var conditional: [ManifestException] = []
  /// Sources that aren't, as ``ExactText``.
  private var changed: Set<ExactText> = []

  /// The lines of a batch, more only where a source has more.
  private static let lines = 1024

  /// True where the next line, of this source, belongs to another batch.
  func isFull(before source: String) -> Bool {
    guard rows.count + found.count + conditional.count >= Self.lines else { return false }
    return (rows.last?.line.key.source ?? conditional.last?.source)?.hasSameBytes(as: source) != true
  }

  mutating func add(_ row: Row) { rows.append(row) }

  /// Adds what was found; of a row that isn't planned or isn't there it counts `unlessChanged` is its source.
  mutating func add(_ exception: ManifestException, unlessChanged: Bool = false) {
    if unlessChanged { conditional.append(exception) } else { found.append(exception) }
  }

  /// Notes that a row's source isn't the one that the manifest says, and says so once.
  mutating func note(_ message: String, ofSourceOf line: ManifestLine) {
    guard changed.insert(ExactText(line.key.source)).inserted else { return }
    found.append(
      ManifestException(line: line.number, source: line.key.source, output: nil, .source, message))
  }

  /// True where a source is known to be another one than the manifest says.
  func isChanged(_ source: String) -> Bool { changed.contains(ExactText(source)) }

  /// All that was found, in the order of the lines.
  func exceptions() -> [ManifestException] {
    let counting = conditional.filter { $0.source.map(isChanged) != true }
    return (found + counting).enumerated().sorted { one, other in
      (one.element.line, one.element.kind.rank, one.offset)
        < (other.element.line, other.element.kind.rank, other.offset)
    }.map(\.element)
  }
}

extension ManifestException.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ManifestException {
  /// About the row of a line, by what the line says that it is.
  init(_ line: ManifestLine, _ kind: Kind, _ message: String) {
    self.init(line: line.number, line.key, kind, message)
  }

  /// About the row with this key.
  init(line: Int, _ key: RowKey, _ kind: Kind, _ message: String) {
    self.init(
      line: line, source: key.source, output: key.output.isEmpty ? nil : key.output, kind, message)
  }
}
