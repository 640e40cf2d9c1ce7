/// The `by` or `stratify` of a split, or the `captions` or `masks` of a source: literal text and `{variables}` that make
/// the name of an item's group, or the path of its caption or mask file.
package struct GroupTemplate: Hashable, Sendable {
  private let pieces: [PathTemplate.Piece]

  /// `{dir}/{stem}`: each picture is its own group.
  static let picture = GroupTemplate([.variable(.dir), .literal("/"), .variable(.stem)])

  private init(_ pieces: [PathTemplate.Piece]) { self.pieces = pieces }

  /// Parses a template, which must contain a variable. Messages call it the value of `key`, and say that all pictures
  /// would `result` without a variable.
  init(
    parsing text: String, of key: String = "by", result: String = "be one group"
  ) throws(PatternError) {
    pieces = try PathTemplate.pieces(of: text, in: "'\(key)'", knowing: PathTemplate.Variable.ofGroups)
    guard pieces.contains(where: { if case .variable = $0 { true } else { false } }) else {
      throw PatternError(
        "'\(key)' has no variable, so that all pictures would \(result); there are \(PathTemplate.Variable.ofGroups.listed)"
      )
    }
  }

  /// True if the template contains `variable`.
  package func uses(_ variable: PathTemplate.Variable) -> Bool { pieces.contains(.variable(variable)) }

  /// The group's name for these values of the variables. As in paths, empty segments are removed.
  package func text(_ values: PathTemplate.Values) -> String {
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .literal(let literal): text += literal.utf8
      case .variable(let variable): text += values[variable].utf8
      }
    }
    let segments = text.split(separator: .slash)
    return String(decoding: Array(segments.joined(separator: [.slash])), as: UTF8.self)
  }
}
