import ImageModel
import Planning
import Running

/// One output on a page: its preview, or the reason why the output can't be made.
struct OutputFigure {
  let image: ImagePlan
  let place: Int
  /// The output's preview. It has no JPEG if the output can't be made.
  let preview: PreviewImage?

  private var output: OutputPlan { image.outputs[place] }

  /// The `figure` element.
  var html: String {
    let marks = image.marks(ofOutputs: place..<place + 1)
    let error = image.failure(ofOutput: place) ?? preview?.error
    let look = error == nil ? marks.first : .fails
    return """
      <figure class="output\(look.map { " \($0.rawValue)" } ?? "")">
      \(picture(error))<figcaption>\(caption)\(notes(error, marks))</figcaption>
      </figure>

      """
  }

  private func picture(_ error: Finding?) -> String {
    guard error == nil, let jpeg = preview?.file, let size = output.size else {
      return "<div class=\"none\">not made</div>\n"
    }
    let encoded = output.mode == .keep ? output.orientation.turned(size) : size
    let shown = encoded.fitted(into: PreviewPlan.outputSide)
    return
      "<img src=\"\(jpeg.jpegAddress)\" width=\"\(shown.width)\" height=\"\(shown.height)\" alt=\"\((output.path ?? "").html)\">\n"
  }

  private var caption: String {
    var parts = ["<b>\((output.path ?? "without a path").isolated)</b>"]
    if let box = image.box(ofOutput: place) {
      let words = [box.id, box.category].compactMap(\.self) + ["#\(box.index)"]
      parts.append("box \(words.joined(separator: " ").isolated)")
    }
    if let size = output.size {
      let fitted = size.fitted(into: PreviewPlan.outputSide)
      parts.append(fitted == size ? "\(size)" : "\(size), shown at \(fitted)")
    }
    return parts.joined(separator: "<br>")
  }

  private func notes(_ error: Finding?, _ marks: [Mark]) -> String {
    var text = error.map { Notes.item($0, "fails") } ?? ""
    if marks.contains(.doubtful) { text += "<li class=\"warning\">\(Mark.doubtful.word)</li>" }
    let known = output.warnings + (preview?.warnings ?? []).filter { !output.warnings.contains($0) }
    text += known.map { Notes.item($0, "warning") }.joined()
    return text.isEmpty ? "" : "<ul>\(text)</ul>"
  }
}

/// Errors and warnings as items of a list.
enum Notes {
  /// All findings of one kind.
  static func list(_ findings: [Finding], _ kind: String) -> String {
    "<ul>\(findings.map { item($0, kind) }.joined())</ul>"
  }

  /// One finding.
  static func item(_ finding: Finding, _ kind: String) -> String {
    "<li class=\"\(kind)\">\(kind): \(finding.message.isolated) <code>\(finding.code.rawValue)</code></li>"
  }
}
