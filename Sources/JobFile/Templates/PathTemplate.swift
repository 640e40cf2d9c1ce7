/// An output path with `{variables}`, relative to the output root.
///
/// `{{` and `}}` are braces. Empty segments are removed, so `{dir}/{stem}.jpg` stays relative if `{dir}` is
/// empty.
package struct PathTemplate: Hashable, Sendable {
  /// The variables between literal text.
  package enum Variable: String, CaseIterable, Sendable {
    case stem
    case name
    case ext
    case dir
    case id
    case index
    case page
    case width
    case height
    case hash8
    case job
    case category
    case boxIndex = "box_index"
    case split
    case folder
    case format
    case shard
    case bucket
    case row
    case column = "col"
    case x
    case y
    case content = "content8"

    /// The variables that only boxes of annotation files have.
    package static let ofBoxes: [Variable] = [.category, .boxIndex]
    /// The variables that only tiles have.
    package static let ofTiles: [Variable] = [.row, .column, .x, .y]
    /// The variables of outputs' paths.
    static let ofOutputs = allCases.filter { $0 != .shard }
    /// The variables of the paths of `exports`. `shard` is one of them only if the export has shards of an export.
    static func ofExports(shards: Bool) -> [Variable] { [.split, .job] + (shards ? [.shard] : []) }
    /// The variables that ``GroupTemplate`` knows.
    static let ofGroups: [Variable] = [.dir, .stem, .name, .ext, .hash8, .job]
  }

  /// Literal text of the template, or a variable.
  enum Piece: Hashable, Sendable {
    /// Literal text, with single braces in place of doubled ones; never empty.
    case literal(String)
    case variable(Variable)
  }

  /// The template as written.
  package let text: String
  let pieces: [Piece]
}

extension PathTemplate {
  /// True when `{width}`, `{height}` or `{bucket}` occurs: the path then depends on the output's size.
  package var usesSize: Bool { uses(.width) || uses(.height) || uses(.bucket) }

  /// True when a variable of tiles occurs.
  package var usesTile: Bool { Variable.ofTiles.contains(where: uses) }

  /// True when `variable` occurs in the template.
  package func uses(_ variable: Variable) -> Bool {
    pieces.contains(.variable(variable))
  }
}
