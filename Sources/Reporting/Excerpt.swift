import System

/// A line of a file with a caret under one of its characters.
struct Excerpt {
  /// The most characters shown on each side of the caret.
  private static let reach = 80

  /// The line and the caret's line, each ended by a newline.
  let text: String

  /// An excerpt of a line around a column, which counts characters from 1. Secrets in URLs don't show.
  init(line: ArraySlice<Unicode.Scalar>, column: Int) {
    let line = WebAddress.starred(line)
    let caret = min(line.startIndex + column - 1, line.endIndex)
    let start = max(line.startIndex, caret - Self.reach)
    let end = min(line.endIndex, caret + Self.reach)
    let lead = start > line.startIndex ? "..." : ""
    let shown = String(String.UnicodeScalarView(line[start..<end].map(\.shown)))
    let tail = end < line.endIndex ? "..." : ""
    let indent = lead.map { _ in " " } + line[start..<caret].map(Self.blank)
    text = lead + shown + tail + "\n" + indent.joined() + "^\n"
  }

  /// Blanks of the character's width. A tab stays a tab, which keeps the caret in place at any tab width.
  private static func blank(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\t" { return "\t" }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return ""
    default: return isWide(scalar) ? "  " : " "
    }
  }

  /// True for characters that terminals draw two columns wide (Unicode's East Asian Width W and F, by
  /// blocks).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
