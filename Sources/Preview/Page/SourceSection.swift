import ImageModel
import Planning
import Reporting

/// One source on a page: the picture with its boxes, and its outputs.
struct SourceSection {
  let image: ImagePlan
  let preview: ImagePreview

  /// The `section` element.
  var html: String {
    var text = "<section id=\"s\(image.index)\">\n<h2>\(image.source.isolated)</h2>\n"
    text += "<p class=\"facts\">\(facts)</p>\n"
    let notes =
      image.warnings.map { Notes.item($0, "warning") }
      + [image.error].compactMap(\.self).map {
        Notes.item($0, (image.isFiltered ? Mark.filtered : .fails).rawValue)
      }
    if !notes.isEmpty { text += "<ul>\(notes.joined())</ul>\n" }
    text += "<div class=\"sides\">\n\(picture)<div class=\"outputs\">\n"
    if image.error == nil {
      for (place, preview) in zip(image.shownPlaces, preview.outputs) {
        text += OutputFigure(image: image, place: place, preview: preview).html
      }
    }
    return text + "\(rest)</div>\n</div>\n</section>\n"
  }

  private var facts: String {
    guard let stored = image.storedSize else { return "no size is known" }
    let orientation = image.shownOrientation
    let page = image.page.map { "page \($0), " } ?? ""
    return
      page
      + "\(orientation.turned(stored)) as shown, \(stored) as stored, orientation \(orientation.rawValue): \(orientation.words)"
      + (image.isUntagged ? "; no orientation tag" : "")
      + (image.gainMap.map { "; gain map \($0.map.text($0.map.storedSize))" } ?? "")
  }

  private var picture: String {
    guard let stored = image.storedSize, image.error == nil else { return "" }
    let frames = image.frames(most: FrameDrawing.mostBoxes)
    let drawing = FrameDrawing(
      size: image.shownOrientation.turned(stored), picture: preview.picture?.file,
      labels: preview.labels?.file.map {
        LabelDrawing(png: $0, isGrey: image.mask?.layout.hasPalette == false)
      },
      frames: frames)
    var notes = [preview.picture?.error].compactMap(\.self).map { Notes.list([$0], "fails") }
    let more = (image.boxes?.count ?? 0) - FrameDrawing.mostBoxes
    if more > 0 { notes.append("and \(more) more boxes") }
    if frames.count > FrameDrawing.mostLabels { notes.append("point at a box to see what it is called") }
    let caption = notes.isEmpty ? "" : "<figcaption>\(notes.joined(separator: "; "))</figcaption>"
    return "<figure class=\"picture\">\n\(drawing.svg(image.source))\(caption)</figure>\n"
  }

  private var rest: String {
    if image.isFiltered {
      return "<p class=\"rest\">The job leaves it out: \(image.outputs.count.counted("output")).</p>\n"
    }
    if image.error != nil {
      return "<p class=\"rest\">Nothing can be made of it: \(image.outputs.count.counted("output")).</p>\n"
    }
    let more = image.outputs.count { $0.mask == nil } - PreviewPlan.mostOutputs
    return more > 0 ? "<p class=\"rest\">and \(more) more outputs</p>\n" : ""
  }
}

extension ExifOrientation {
  /// Words for the turn that a viewer applies to the stored picture.
  fileprivate var words: String {
    switch self {
    case .topLeft: "shown as stored"
    case .topRight: "mirrored left to right"
    case .bottomRight: "turned upside down"
    case .bottomLeft: "mirrored top to bottom"
    case .leftTop: "mirrored, then turned counterclockwise"
    case .rightTop: "turned clockwise"
    case .rightBottom: "mirrored, then turned clockwise"
    case .leftBottom: "turned counterclockwise"
    }
  }
}
