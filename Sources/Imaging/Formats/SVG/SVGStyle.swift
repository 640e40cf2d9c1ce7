import System

/// CSS in an SVG (CSS Syntax Module 3).
enum SVGStyle {
  /// Functions whose arguments are addresses, besides `url`.
  private static let addressing: Set = [
    "element", "image", "image-set", "-webkit-image-set", "src", "url-prefix", "domain",
  ]

  /// Why `css` may name something outside of the file; nil if each address in it is that of a part of the file.
  ///
  /// An escape could spell any function and any address, so text with a backslash is refused unread.
  static func fault(_ css: String) -> String? {
    let text = Array(css.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if text.contains(UInt8(ascii: "\\")) {
      return "its CSS has a backslash, which may hide an address: write the character itself"
    }
    let fault = "its CSS names another file or address"
    for place in text.indices {
      if text[place] == UInt8(ascii: "@"), text[(place + 1)...].starts(with: "import".utf8) { return fault }
      guard text[place] == UInt8(ascii: "(") else { continue }
      let name = function(before: place, in: text)
      if addressing.contains(name) || name == "url" && part(after: place, in: text) == nil { return fault }
    }
    return nil
  }

  /// The name in front of a bracket.
  private static func function(before bracket: Int, in text: [UInt8]) -> String {
    let name = text[..<bracket].reversed().prefix { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
    return String(decoding: name.reversed(), as: UTF8.self)
  }

  /// The id of the part of the file that the address after a bracket names; nil for another address.
  private static func part(after bracket: Int, in text: [UInt8]) -> String? {
    var rest = text[(bracket + 1)...].drop { $0 == 32 || (9...13).contains($0) }
    if let quote = rest.first, "'\"".utf8.contains(quote) { rest = rest.dropFirst() }
    let address = rest.prefix { $0 > 32 && !"'\")".utf8.contains($0) }
    guard address.first == UInt8(ascii: "#") else { return nil }
    let id = String(decoding: address.dropFirst(), as: UTF8.self)
    return id.contains("#") ? nil : id
  }

  /// The ids of the parts of the file that a value names.
  static func parts(in value: String) -> [String] {
    let text = Array(value.utf8)
    return text.indices.compactMap { place in
      text[place] == UInt8(ascii: "(") && function(before: place, in: text) == "url"
        ? part(after: place, in: text) : nil
    }
  }

  /// The declarations of a list, such as the attribute `style`, with properties in lower case.
  static func declarations(_ list: some StringProtocol) -> [(property: String, value: String)] {
    list.split(separator: ";").compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1).map(\.trimmed)
      return parts.count == 2 ? (parts[0].lowercased(), parts[1]) : nil
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The properties of an element for which librsvg draws it on layers, or draws other elements.
struct SVGEffects: Hashable {
  /// True if the element is drawn on a layer of its own, which is then laid over the rest.
  var isGroup = false
  /// The ids of elements that serve it.
  var masks: [String] = []
  var filters: [String] = []
  /// Ids of patterns and markers. Elements inside the element inherit these.
  var paints: [String] = []

  /// Adds the effect of a property. `boxClips` tells if a clip path of the file is sized by what it clips: librsvg
  /// then draws what is clipped on a layer.
  mutating func add(_ property: String, _ value: String, boxClips: Bool) {
    switch property {
    case "opacity": isGroup = isGroup || (Double(value) ?? 0) < 1
    case "isolation": isGroup = isGroup || value != "auto"
    case "mix-blend-mode": isGroup = isGroup || value != "normal"
    case "clip-path": isGroup = isGroup || boxClips && value != "none"
    case "mask":
      masks += SVGStyle.parts(in: value)
      isGroup = isGroup || value != "none"
    case "filter" where value != "none":
      let parts = SVGStyle.parts(in: value)
      // A filter function, such as blur(3), has no element.
      filters += parts.isEmpty ? [""] : parts
      isGroup = true
    case "fill", "stroke", "marker", "marker-start", "marker-mid", "marker-end":
      paints += SVGStyle.parts(in: value)
    default: break
    }
  }

  mutating func merge(_ other: SVGEffects) {
    isGroup = isGroup || other.isGroup
    masks += other.masks
    filters += other.filters
    paints += other.paints
  }
}

/// The effects of the style sheets in an SVG. Selectors are taken more widely than CSS does: an element has the effects
/// of a rule if it has a class or id of the selector's last part, or if that part has neither.
struct SVGSheets {
  private var byMark: [String: SVGEffects] = [:]
  private var ofAll = SVGEffects()

  var isNeutral: Bool { byMark.isEmpty && ofAll == SVGEffects() }

  mutating func add(_ css: String, boxClips: Bool) {
    for rule in Self.withoutComments(css).split(separator: "}") {
      guard let brace = rule.lastIndex(of: "{") else { continue }
      var effects = SVGEffects()
      for declaration in SVGStyle.declarations(rule[rule.index(after: brace)...]) {
        effects.add(declaration.property, declaration.value, boxClips: boxClips)
      }
      if effects == SVGEffects() { continue }
      for selector in rule[..<brace].split(separator: ",") {
        if let mark = Self.mark(of: selector) {
          byMark[mark, default: SVGEffects()].merge(effects)
        } else {
          ofAll.merge(effects)
        }
      }
    }
  }

  /// The effects on an element with this id and these classes.
  func effects(id: String?, classes: String?) -> SVGEffects {
    if isNeutral { return ofAll }
    var effects = ofAll
    let marks =
      (classes?.split(whereSeparator: \.isWhitespace).map { ".\($0)" } ?? []) + (id.map { ["#\($0)"] } ?? [])
    for mark in marks { if let own = byMark[mark] { effects.merge(own) } }
    return effects
  }

  /// The first class or id, such as `.a` or `#b`, in the last part of a selector.
  private static func mark(of selector: Substring) -> String? {
    let last = selector.trimmed.split { $0.isWhitespace || ">+~".contains($0) }.last ?? ""
    guard let start = last.firstIndex(where: { $0 == "." || $0 == "#" }) else { return nil }
    let name = last[last.index(after: start)...].prefix { !".#:[".contains($0) }
    return "\(last[start])\(name)"
  }

  private static func withoutComments(_ css: String) -> String {
    var kept = ""
    var rest = css[...]
    while let start = rest.firstRange(of: "/*") {
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return kept + rest
  }
}
