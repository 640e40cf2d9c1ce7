import Planning
import Reporting

/// The parts of a preview page before and after its sources.
struct PageFrame {
  /// The job's name.
  let job: String
  let counts: PlanCounts
  /// The number of sources on all pages.
  let shown: Int
  let names: PageNames
  /// The page's number, from 1.
  let page: Int
  /// The numbers of the page's first and last source. The numbers start at 1 and go on from page to page.
  let range: ClosedRange<Int>?

  /// The text before the first source.
  var head: String {
    """
    \(PageKind.preview.head(job, note: note))<h1>What “\(job.isolated)” will cut</h1>
    <p>\(scope)</p>
    \(alarm)\(legend)\(counts.hasMasks ? LabelDrawing.filter : "")\(navigation)</header>
    <main>

    """
  }

  /// The text after the last source.
  var foot: String { "</main>\n<footer>\n\(navigation)</footer>\n</body>\n</html>\n" }

  /// The page's number, if there are several.
  private var note: String { names.count > 1 ? ", page \(page) of \(names.count)" : "" }

  private var scope: String {
    var text = "Shown here: "
    text +=
      shown == counts.sources
      ? "all \(counts.sources.counted("source"))" : "\(shown) of \(counts.sources.counted("source"))"
    if names.count > 1, let range { text += ", on this page \(range.lowerBound) to \(range.upperBound)" }
    return text + ". The whole plan: \(counts.text)."
  }

  private var alarm: String {
    if counts.doubtful == 0 { return "" }
    return
      "<p class=\"alarm\"><b>Is the space right?</b> Annotations of \(counts.doubtful.counted("output")) declare a size that the picture has in the other space alone. Look whether the boxes lie around what they name.</p>\n"
  }

  private var navigation: String {
    if names.count == 1 { return "" }
    func link(_ number: Int, _ text: String) -> String {
      "<a href=\"\(names.name(of: number).address)\">\(text)</a>"
    }
    var items = page > 1 ? [link(page - 1, "previous")] : []
    for number in names.near(page) {
      if let number {
        items.append(number == page ? "<b aria-current=\"page\">\(number)</b>" : link(number, "\(number)"))
      } else {
        items.append("…")
      }
    }
    if page < names.count { items.append(link(page + 1, "next")) }
    return "<nav>\(items.joined(separator: " "))</nav>\n"
  }

  /// The page's legend, which explains the looks of the frames in this plan.
  private var legend: String {
    func sample(_ look: String, _ kind: String, _ words: String) -> String {
      "<li><svg viewBox=\"0 0 44 24\" width=\"44\" height=\"24\" aria-hidden=\"true\"><g class=\"frame\(look)\">"
        + "<rect class=\"\(kind) under\" x=\"4\" y=\"4\" width=\"36\" height=\"16\"/>"
        + "<rect class=\"\(kind)\" x=\"4\" y=\"4\" width=\"36\" height=\"16\"/></g></svg> \(words)</li>"
    }
    var samples = [sample("", "cut", "what is cut")]
    if counts.hasBoxes { samples.insert(sample("", "box", "the annotation’s box"), at: 0) }
    if counts.hasMasks { samples.append("<li>colours over a picture: the labels of its mask file</li>") }
    if counts.clipped > 0 { samples.append(sample(" clipped", "cut", "clipped to the picture")) }
    if counts.doubtful > 0 { samples.append(sample(" doubtful", "cut", "its space is doubtful")) }
    if counts.failing > 0 { samples.append(sample(" fails", "cut", "fails")) }
    return "<ul class=\"legend\">\(samples.joined())</ul>\n"
  }
}

extension PlanCounts {
  /// The counts as text, for example `3 sources, 3 outputs; 1 clipped`. Counts of 0 after the semicolon are
  /// left out.
  package var text: String {
    var parts: [String] = []
    if failing > 0 { parts.append("\(failing) would fail") }
    if filtered > 0 { parts.append("\(filtered) filtered") }
    if clipped > 0 { parts.append("\(clipped) clipped") }
    if doubtful > 0 { parts.append("\(doubtful) of doubtful space") }
    let head = "\(sources.counted("source")), \(outputs.counted("output"))"
    return parts.isEmpty ? head : head + "; " + parts.joined(separator: ", ")
  }
}
