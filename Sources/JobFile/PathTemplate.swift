import ImageModel

/// An output path with `{variables}`, relative to the output root.
///
/// `{{` and `}}` are braces. Empty segments collapse, so that `{dir}/{stem}.jpg` stays relative without a `{dir}`.
package struct PathTemplate: Hashable, Sendable {
  /// What stands between literal text.
  package enum Variable: String, CaseIterable, Sendable {
    case stem
    case name
    case ext
    case dir
    case id
    case index
    case width
    case height
    case hash8
    case job
  }

  /// A run of the template.
  enum Piece: Hashable, Sendable {
    /// Text with braces undoubled; never empty.
    case literal(String)
    case variable(Variable)
  }

  /// The template as written.
  package let text: String
  let pieces: [Piece]

  init(text: String, pieces: [Piece]) {
    self.text = text
    self.pieces = pieces
  }
}

extension PathTemplate {
  /// True when `{width}` or `{height}` occurs: the path then depends on the output's size.
  package var usesSize: Bool { uses(.width) || uses(.height) }

  /// True when a variable occurs.
  package func uses(_ variable: Variable) -> Bool {
    pieces.contains(.variable(variable))
  }

  /// What follows the last dot of every path that this makes, in lower case; nil where that is not fixed.
  ///
  /// nil too for a template that ends in a variable, even `{name}` and `{ext}`: their format must be named.
  package var pathExtension: String? {
    guard case .literal(let end)? = pieces.last else { return nil }
    let name = end.utf8.suffix(while: { $0 != .slash })
    guard let dot = name.lastIndex(of: .dot) else { return nil }
    let isLeadingDot = dot == name.startIndex && (name.count < end.utf8.count || pieces.count == 1)
    let found = name[dot...].dropFirst()
    return isLeadingDot || found.isEmpty ? nil : String(Substring(found)).lowercased()
  }
}

extension BidirectionalCollection {
  /// The longest end of which every element passes.
  fileprivate func suffix(while passes: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !passes($0) }) else { return self[...] }
    return self[index(after: last)...]
  }
}
