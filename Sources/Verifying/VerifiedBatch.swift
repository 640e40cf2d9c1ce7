import ImageModel
import JobFile
import System

/// Lines of a manifest that are verified together. Neighbouring lines with the same source are in the same
/// batch.
struct VerifiedBatch {
  /// A line that is a row.
  struct Row: Sendable {
    let line: ManifestLine
    /// The index of the planned row. Nil if no row is planned for this line, or if there is no plan.
    var place: Int?
    /// True if the planned row has the same source and output as this line.
    var isInPlace = true
    /// True if no planned row is left for this line.
    var isUnplanned = false
    /// True if the sample contains this row's output.
    var isSampled = false
  }

  private(set) var rows: [Row] = []
  /// The exceptions found.
  private(set) var found: [ManifestException] = []
  /// Exceptions that count only if their source is unchanged.
  private var conditional: [ManifestException] = []
  /// Changed sources, as ``ExactText``.
  private var changed: Set<ExactText> = []

  /// The number of lines of a batch. The lines of one source stay together, so a batch may have more.
  private static let lines = 1024

  /// True if the next line, with the source `source`, must begin another batch: this batch is full, and its
  /// last line has another source.
  func isFull(before source: String) -> Bool {
    guard rows.count + found.count + conditional.count >= Self.lines else { return false }
    return (rows.last?.line.key.source ?? conditional.last?.source)?.hasSameBytes(as: source) != true
  }

  mutating func add(_ row: Row) { rows.append(row) }

  /// Adds an exception. With `unlessChanged`, the exception counts only if its source is unchanged.
  /// Exceptions about unplanned or missing rows are added in this way.
  mutating func add(_ exception: ManifestException, unlessChanged: Bool = false) {
    if unlessChanged { conditional.append(exception) } else { found.append(exception) }
  }

  /// Adds an exception with `message`, which says that the source of `line` has changed. Does nothing if that
  /// source already has such an exception.
  mutating func note(_ message: String, ofSourceOf line: ManifestLine) {
    guard changed.insert(ExactText(line.key.source)).inserted else { return }
    found.append(
      ManifestException(line: line.number, source: line.key.source, output: nil, .source, message))
  }

  /// True if a source is known to have changed.
  func isChanged(_ source: String) -> Bool { changed.contains(ExactText(source)) }

  /// All exceptions, in the order of the lines.
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
  /// An exception about a line's row.
  init(_ line: ManifestLine, _ kind: Kind, _ message: String) {
    self.init(line: line.number, line.key, kind, message)
  }

  /// An exception about the row with this key.
  init(line: Int, _ key: RowKey, _ kind: Kind, _ message: String) {
    self.init(
      line: line, source: key.source, output: key.output.isEmpty ? nil : key.output, kind, message)
  }
}
