/// The result of a resize for one crop: cut, content and canvas.
package struct ResizeLayout: Hashable, Sendable {
  /// The part of the picture that the output shows, in display space.
  package var cut: PixelRect<Display>
  /// The size that `cut` is resampled to, in display space.
  package var content: PixelSize
  /// The output's size in display space: `content`, or larger for `contain`, `letterbox` and `enlarge: pad`.
  package var canvas: PixelSize
  /// The left edge of the content on the canvas.
  package var contentX: Int
  /// The top edge of the content on the canvas.
  package var contentY: Int
  /// True if the content would be larger with `enlarge: true`, and the job has no `enlarge: pad`.
  package var isNotEnlarged: Bool
}

extension ResizeLayout {
  /// Puts the content on a canvas of `size`. If `size` is nil, the canvas is as large as the content.
  fileprivate mutating func place(on size: PixelSize?, _ anchor: Anchor) {
    canvas = size ?? content
    let anchor = if case .focus = anchor { Anchor.gravity(.center) } else { anchor }
    let (x, y) = anchor.origin(width: Double(content.width), height: Double(content.height), in: canvas)
    contentX = Int(x.rounded(.down))
    contentY = Int(y.rounded(.down))
  }
}

extension Result<ResizeLayout, ResizeFailure> {
  /// The layout, or a failure if a side of its canvas is longer than ``PixelSize/longestSide``.
  fileprivate static func checked(_ layout: ResizeLayout) -> Self {
    max(layout.canvas.width, layout.canvas.height) > PixelSize.longestSide
      ? .failure(.tooLarge(layout.canvas)) : .success(layout)
  }
}

/// The reason why a resize is impossible.
package enum ResizeFailure: Error, Hashable, Sendable {
  /// The target is larger than the crop, and the job has `enlarge: error`.
  case wouldEnlarge(PixelSize)
  /// A side of the output would be above ``PixelSize/longestSide``.
  case tooLarge(PixelSize)
}

extension PixelSize {
  /// The longest side that libjpeg reads and writes, in pixels (`JPEG_MAX_DIMENSION`).
  package static let longestSide = 65500
}

extension Resize {
  /// Decides cut, content and canvas for a crop.
  package func layout(of crop: PixelRect<Display>) -> Result<ResizeLayout, ResizeFailure> {
    let wanted = unlimited(crop)
    guard wanted.isEnlarging(crop) else { return .checked(wanted.layout(anchor: anchor)) }
    switch enlarge {
    case .always: return .checked(wanted.layout(anchor: anchor))
    case .error: return .failure(.wouldEnlarge(wanted.content))
    case .never, .pad: return .checked(limited(wanted, crop))
    }
  }

  /// The layout that the job asks for. The limit on enlarging isn't applied yet.
  private func unlimited(_ crop: PixelRect<Display>) -> Wanted {
    let size = crop.size
    if case .pixels(let width?, let height?) = target {
      return bounded(crop, PixelSize(width: width, height: height))
    }
    let content =
      switch target {
      case .max, .pixels(nil, nil): size
      case .percent(let percent):
        PixelSize(
          width: Self.side(Double(size.width) * percent / 100),
          height: Self.side(Double(size.height) * percent / 100))
      case .pixels(let width?, _):
        PixelSize(width: width, height: Self.side(size.height, times: width, over: size.width))
      case .pixels(nil, let height?):
        PixelSize(width: Self.side(size.width, times: height, over: size.height), height: height)
      }
    return Wanted(cut: crop, content: content)
  }

  private func bounded(_ crop: PixelRect<Display>, _ box: PixelSize) -> Wanted {
    switch fit {
    case .fill:
      return Wanted(cut: crop, content: box)
    case .inside, .outside, .contain:
      let widthRules = Self.isWider(crop.size, box) == (fit != .outside)
      let content = Self.scaled(crop.size, to: box, widthRules: widthRules)
      return Wanted(cut: crop, content: content, canvas: fit == .contain ? box : nil)
    case .letterbox:
      let content = Self.letterboxed(crop.size, box)
      return Wanted(cut: crop, content: content, canvas: letterbox(box, around: content))
    case .cover:
      let ratio = Double(box.width) / Double(box.height)
      let part = RealRect<Display>.largest(ratio: ratio, in: crop.size, anchor: anchor)
      let (left, right) = Crop.Rounding.nearest.edges(part.x, part.width)
      let (top, bottom) = Crop.Rounding.nearest.edges(part.y, part.height)
      let cut = PixelRect<Display>(
        left: min(left, crop.width - 1), top: min(top, crop.height - 1),
        right: max(right, min(left, crop.width - 1) + 1),
        bottom: max(bottom, min(top, crop.height - 1) + 1)
      ).moved(dx: crop.x, dy: crop.y)
      return Wanted(cut: cut, content: box)
    }
  }

  /// The layout if the target is too large and enlarging isn't allowed.
  private func limited(_ wanted: Wanted, _ crop: PixelRect<Display>) -> ResizeLayout {
    var layout = wanted.layout(anchor: anchor)
    var canvas = wanted.canvas
    if case .pixels(let width?, let height?) = target, enlarge == .pad {
      canvas = PixelSize(width: width, height: height)
    }
    if fit == .fill, case .pixels(_?, _?) = target {
      layout.content = PixelSize(
        width: min(wanted.content.width, crop.width), height: min(wanted.content.height, crop.height))
    } else {
      layout.content = wanted.cut.size
    }
    if fit == .letterbox, let box = canvas { canvas = letterbox(box, around: layout.content) }
    layout.place(on: canvas, anchor)
    layout.isNotEnlarged = enlarge == .never
    return layout
  }

  /// The size that Ultralytics' `LetterBox` (`ultralytics/data/augment.py`) resamples a picture of `size` to. The
  /// arithmetic is its arithmetic: IEEE doubles, and halves go to the even number.
  private static func letterboxed(_ size: PixelSize, _ box: PixelSize) -> PixelSize {
    let ratio = min(Double(box.height) / Double(size.height), Double(box.width) / Double(size.width))
    func side(_ side: Int) -> Int { max(1, Int((Double(side) * ratio).rounded(.toNearestOrEven))) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }

  /// The canvas for `content` in a target of size `box`.
  private func letterbox(_ box: PixelSize, around content: PixelSize) -> PixelSize {
    guard let stride else { return box }
    func side(_ side: Int) -> Int { (side + stride - 1) / stride * stride }
    return PixelSize(width: side(content.width), height: side(content.height))
  }

  /// True if a picture of `size`, scaled to fit inside `box`, has the box's width.
  private static func isWider(_ size: PixelSize, _ box: PixelSize) -> Bool {
    size.width * box.height >= size.height * box.width
  }

  private static func scaled(_ size: PixelSize, to box: PixelSize, widthRules: Bool) -> PixelSize {
    widthRules
      ? PixelSize(width: box.width, height: side(size.height, times: box.width, over: size.width))
      : PixelSize(width: side(size.width, times: box.height, over: size.height), height: box.height)
  }

  /// floor(n * w / d + 1/2), computed in whole numbers; at least 1.
  private static func side(_ n: Int, times w: Int, over d: Int) -> Int {
    max(1, (2 * n * w + d) / (2 * d))
  }

  private static func side(_ value: Double) -> Int {
    max(1, Int(exactly: (value.settled + 0.5).rounded(.down)) ?? .max)
  }

  /// A layout to which the limit on enlarging isn't applied yet.
  private struct Wanted {
    var cut: PixelRect<Display>
    var content: PixelSize
    var canvas: PixelSize?

    /// True if a side of the content is longer than the crop's. This test is right for `cover` too, because
    /// `cover` uses the larger of the two axes' scales.
    func isEnlarging(_ crop: PixelRect<Display>) -> Bool {
      content.width > crop.width || content.height > crop.height
    }

    func layout(anchor: Anchor) -> ResizeLayout {
      var layout = ResizeLayout(
        cut: cut, content: content, canvas: content, contentX: 0, contentY: 0, isNotEnlarged: false)
      layout.place(on: canvas, anchor)
      return layout
    }
  }
}
