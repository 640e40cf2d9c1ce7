import Execution
import ImageModel
import JobFile
import Planning

/// One source on a page: the picture with its boxes, and its outputs beside it.
struct SourceSection {
  let image: ImagePlan
  let preview: ImagePreview

  /// The `section` element.
  var html: String {
    let frames = image.frames
    var text = "<section id=\"s\(image.index)\">\n<h2>\(image.source.isolated)</h2>\n"
    text += "<p class=\"facts\">\(facts)</p>\n"
    let notes =
      image.warnings.map { Notes.item($0, "warning") }
      + [image.error].compactMap(\.self).map { Notes.item($0, "fails") }
    if !notes.isEmpty { text += "<ul>\(notes.joined())</ul>\n" }
    text += "<div class=\"sides\">\n\(picture(frames))<div class=\"outputs\">\n"
    if image.error == nil {
      for place in image.outputs.indices.prefix(PreviewPlan.mostOutputs) {
        text += OutputFigure(image: image, place: place, preview: preview.outputs[place]).html
      }
    }
    return text + "\(rest)</div>\n</div>\n</section>\n"
  }

  private var facts: String {
    guard let stored = image.storedSize else { return "no size is known" }
    let orientation = image.shownOrientation
    return
      "\(orientation.turned(stored)) as shown, \(stored) as stored, orientation \(orientation.rawValue): \(orientation.words)"
      + (image.isUntagged ? "; no orientation tag" : "")
  }

  private func picture(_ frames: [Frame]) -> String {
    guard let stored = image.storedSize else { return "" }
    let whole = preview.picture
    let drawing = FrameDrawing(
      size: image.shownOrientation.turned(stored), picture: whole?.jpeg, frames: frames)
    var notes = frames.count > FrameDrawing.most ? ["and \(frames.count - FrameDrawing.most) boxes more"] : []
    if let error = whole?.error { notes.insert(error.message.isolated, at: 0) }
    let caption = notes.isEmpty ? "" : "<figcaption>\(notes.joined(separator: "<br>"))</figcaption>"
    return
      "<figure class=\"picture\">\n\(drawing.svg(image.source))\(caption)</figure>\n"
  }

  private var rest: String {
    if image.error != nil {
      return "<p class=\"rest\">None of its \(image.outputs.count) outputs can be made.</p>\n"
    }
    let more = image.outputs.count - PreviewPlan.mostOutputs
    return more > 0 ? "<p class=\"rest\">and \(more) outputs more</p>\n" : ""
  }
}

extension ExifOrientation {
  /// What a viewer does to the stored picture.
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
