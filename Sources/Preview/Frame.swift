import ImageModel
import Planning

/// A box or a crop to draw over a picture. Coordinates are full-size pixels of the picture as a viewer shows
/// it.
struct Frame: Hashable {
  /// The box in the annotation file.
  var box: RealRect<Display>?
  /// The crops for the box, each once. A crop that can't be made is shown as the job asks for it.
  var cuts: [RealRect<Display>]
  /// A short label.
  var label: String
  /// The full text.
  var title: String
  var marks: [Mark]
  /// The object's outlines.
  var outlines: [Outline<Display>] = []
  /// The object's keypoints that the annotation gives.
  var points: [RealPoint<Display>] = []
  /// The surface of the object's mask, in rectangles.
  var surface: [RealRect<Display>] = []
}

extension ImagePlan {
  /// The frames over the picture, in the order of the plan. Each of the first `most` boxes has a frame. If no
  /// outputs are cut for boxes, crops have frames too. Empty if the picture's size is unknown.
  func frames(most: Int) -> [Frame] {
    guard let storedSize else { return [] }
    guard let boxes, !boxes.isEmpty else { return cropFrames(storedSize) }
    guard boxes.first?.isCut == true else {
      return boxes.prefix(most).map { frame($0, storedSize, outputs: 0..<0) } + cropFrames(storedSize)
    }
    let each = outputs.count / boxes.count
    return boxes.prefix(most).enumerated().map {
      frame($1, storedSize, outputs: $0 * each..<($0 + 1) * each)
    }
  }

  private func frame(_ box: BoxPlan, _ stored: PixelSize, outputs: Range<Int>) -> Frame {
    let marks = marks(ofOutputs: outputs)
    let words = [box.id, box.category].compactMap(\.self) + ["#\(box.index)"]
    let shape = box.shape.map { shownOrientation.display($0, stored: stored) }
    return Frame(
      box: box.box.map { shownOrientation.display($0, stored: stored) }, cuts: cuts(outputs, stored),
      label: words.joined(separator: " "), title: title("box " + words.joined(separator: ", "), marks),
      marks: marks, outlines: shape?.outlines ?? [],
      points: (shape?.keypoints ?? []).filter { $0.visibility != .unlabelled }.map(\.point),
      surface: shape?.mask.map(surface(of:)) ?? [])
  }

  /// The surface of a mask as a grid shows it, whose longer side has up to 256 cells. A page shows hundreds of masks.
  private func surface(of mask: Mask<Display>) -> [RealRect<Display>] {
    let size = mask.size
    let step = max(1, Double(max(size.width, size.height)) / 256)
    let grid = PixelSize(
      width: Int((Double(size.width) / step).rounded(.up)),
      height: Int((Double(size.height) / step).rounded(.up)))
    let map = MaskMap(
      PixelRect<Display>(size), to: PixelRect<Display>(grid), of: grid, turn: .topLeft)
    let (across, down) = (
      Double(size.width) / Double(grid.width), Double(size.height) / Double(grid.height)
    )
    let small: Mask<Display> = mask.shown(by: map)
    return small.spans.list.map { span in
      RealRect(
        x: Double(span.column) * across, y: Double(span.top) * down, width: across,
        height: Double(span.bottom - span.top) * down)
    }
  }

  /// The frames of all crops. Outputs with the same crop and the same marks share a frame.
  private func cropFrames(_ stored: PixelSize) -> [Frame] {
    var frames: [Frame] = []
    var places: [Look: Int] = [:]
    for place in outputs.indices {
      let marks = marks(ofOutputs: place..<place + 1).filter { $0 != .doubtful }
      let cuts = cuts(place..<place + 1, stored)
      let path = outputs[place].path ?? "?"
      let name = String(Substring(path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]))
      let look = Look(cuts: cuts, marks: marks)
      if let same = places[look] {
        frames[same].label += ", " + name
        frames[same].title += ", " + path
      } else {
        places[look] = frames.count
        frames.append(Frame(cuts: cuts, label: name, title: title(path, marks), marks: marks))
      }
    }
    return frames
  }

  private func title(_ text: String, _ marks: [Mark]) -> String {
    ([text] + marks.map(\.word)).joined(separator: "; ")
  }

  private func cuts(_ places: Range<Int>, _ stored: PixelSize) -> [RealRect<Display>] {
    var cuts: [RealRect<Display>] = []
    var known: Set<RealRect<Display>> = []
    for place in places {
      guard let cut = outputs[place].wanted(of: stored) else { continue }
      let shown = shownOrientation.display(cut, stored: stored)
      if known.insert(shown).inserted { cuts.append(shown) }
    }
    return cuts
  }
}

/// The part of a frame that outputs share.
private struct Look: Hashable {
  let cuts: [RealRect<Display>]
  let marks: [Mark]
}

extension OutputPlan {
  /// The box that this output cuts from a stored picture of size `stored`, or else the box that the job asks
  /// for. Nil if both are unknown.
  fileprivate func wanted(of stored: PixelSize) -> RealRect<Stored>? {
    if let storedCrop { return RealRect(storedCrop) }
    if let crop { return RealRect(orientation.stored(crop, stored: stored)) }
    guard let cropRequested, let edges = Optional(cropRequested.box), edges.count == 4 else { return nil }
    switch cropRequested.space {
    case .display:
      let box = RealRect<Display>(x: edges[0], y: edges[1], width: edges[2], height: edges[3])
      return orientation.stored(box, stored: stored)
    case .stored: return RealRect(x: edges[0], y: edges[1], width: edges[2], height: edges[3])
    }
  }
}
