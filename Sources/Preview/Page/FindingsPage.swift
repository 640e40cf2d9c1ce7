import ImageModel
import Reporting

/// A page that shows findings beside small pictures, in the look of previews. It is one file that loads nothing.
package enum FindingsPage {
  /// A small picture, perhaps with a box over it.
  package struct Figure: Sendable {
    let name: String
    let size: PixelSize
    let jpeg: [UInt8]
    let box: RealRect<Display>?

    /// A picture as a viewer shows it, `size` pixels large. `box` is in these pixels.
    package init(_ name: String, _ size: PixelSize, jpeg: [UInt8], box: RealRect<Display>?) {
      (self.name, self.size, self.jpeg, self.box) = (name, size, jpeg, box)
    }
  }

  /// True if a file with these first ``PreviewPages/tellingBytes`` bytes is such a page.
  package static func isPage(_ bytes: [UInt8]) -> Bool { PageKind.audit.isPage(bytes) }

  /// The text before the first section.
  package static func head(title: String, line: String) -> String {
    """
    \(PageKind.audit.head(title, style: style))<h1>Faults of “\(title.isolated)”</h1>
    <p>\(line.html)</p>
    </header>
    <main>

    """
  }

  private static let style = """
    .counts { border-collapse: collapse; }
    .counts th { font-weight: normal; text-align: left; padding-right: 1rem; }
    .counts td { min-width: 20rem; }
    .bar { display: inline-block; height: .7rem; background: var(--link); margin-right: .5rem; }

    """

  /// A section with the counts of a fact; the longest bar belongs to the greatest count.
  package static func counts(_ title: String, _ counts: [(name: String, count: Int)]) -> String {
    let most = counts.map(\.count).max() ?? 0
    let rows = counts.map { name, count in
      "<tr><th>\(name.isolated)</th><td><span class=\"bar\" style=\"width:\(count * 15 / max(most, 1))rem\"></span>"
        + "\(count)</td></tr>\n"
    }
    return
      "<section>\n<h2>\(title.html)</h2>\n<table class=\"counts\">\n\(rows.joined())</table>\n</section>\n"
  }

  /// The text before the findings of a section.
  package static func open(_ title: String, _ advice: String) -> String {
    "<section>\n<h2>\(title.html)</h2>\n<p class=\"facts\">\(advice.html)</p>\n"
  }

  /// A finding with its pictures.
  package static func finding(_ line: String, _ figures: [Figure]) -> String {
    let pictures = figures.map { figure in
      let frames = figure.box.map { Frame(cuts: [$0], label: "", title: line, marks: []) }
      let drawing = FrameDrawing(
        size: figure.size, picture: figure.jpeg, frames: frames.map { [$0] } ?? [])
      return "<figure class=\"picture\">\n\(drawing.svg(figure.name))<figcaption>\(figure.name.isolated)"
        + "</figcaption></figure>\n"
    }
    let sides = pictures.isEmpty ? "" : "<div class=\"sides\">\n\(pictures.joined())</div>\n"
    return "<ul><li>\(line.html(most: 1000))</li></ul>\n\(sides)"
  }

  /// The text behind the findings of a section. The page leaves out `rest` findings of it.
  package static func close(rest: Int) -> String {
    (rest > 0 ? "<p class=\"rest\">and \(rest) more</p>\n" : "") + "</section>\n"
  }

  /// The text behind the last section.
  package static let foot = "</main>\n</body>\n</html>\n"
}
