import TestSupport

/// A resize by the words of the job file's reference: what becomes of a crop, worked out on pixels.
enum ExpectedFit: Hashable, Sendable {
  case none
  case inside(Int, Int, enlarge: Bool = false)
  case outside(Int, Int)
  case cover(Int, Int, enlarge: Bool = false)
  case contain(Int, Int, enlarge: Bool = false)
  case fill(Int, Int, enlarge: Bool = false)
  case width(Int)
  case height(Int)

  /// The `resize` key, or nothing.
  var yaml: String {
    switch self {
    case .none: ""
    case .inside(let w, let h, let enlarge): Self.yaml("inside", w, h, enlarge)
    case .outside(let w, let h): Self.yaml("outside", w, h, false)
    case .cover(let w, let h, let enlarge): Self.yaml("cover", w, h, enlarge)
    case .contain(let w, let h, let enlarge): Self.yaml("contain", w, h, enlarge)
    case .fill(let w, let h, let enlarge): Self.yaml("fill", w, h, enlarge)
    case .width(let w): "resize: {width: \(w)}"
    case .height(let h): "resize: {height: \(h)}"
    }
  }

  private static func yaml(_ fit: String, _ width: Int, _ height: Int, _ enlarge: Bool) -> String {
    "resize: {width: \(width), height: \(height), fit: \(fit), enlarge: \(enlarge)}"
  }

  /// What an output of `crop`, which is as a viewer sees it, shows.
  func result(of crop: TestPicture, background: [UInt8] = [0, 128, 128]) -> TestPicture {
    let (cw, ch) = (crop.width, crop.height)
    switch self {
    case .none: return crop
    case .inside(let w, let h, let enlarge):
      return Self.scaled(crop, by: cw * h >= ch * w ? (w, cw) : (h, ch), enlarge)
    case .outside(let w, let h):
      return Self.scaled(crop, by: cw * h >= ch * w ? (h, ch) : (w, cw), false)
    case .width(let w): return Self.scaled(crop, by: (w, cw), false)
    case .height(let h): return Self.scaled(crop, by: (h, ch), false)
    case .fill(let w, let h, let enlarge):
      return Self.resampled(crop, enlarge ? w : min(w, cw), enlarge ? h : min(h, ch))
    case .contain(let w, let h, let enlarge):
      let content = ExpectedFit.inside(w, h, enlarge: enlarge).result(of: crop)
      return content.placed(
        x: (w - content.width) / 2, y: (h - content.height) / 2, onWidth: w, height: h,
        background: background)
    case .cover(let w, let h, let enlarge): return Self.covering(crop, w, h, enlarge)
    }
  }

  /// The scale as a fraction, which decides both sides.
  private static func scaled(_ crop: TestPicture, by scale: (Int, Int), _ enlarge: Bool) -> TestPicture {
    if scale.0 >= scale.1 && !enlarge { return crop }
    let side = { (length: Int) in max(1, (2 * length * scale.0 + scale.1) / (2 * scale.1)) }
    return resampled(crop, side(crop.width), side(crop.height))
  }

  private static func covering(_ crop: TestPicture, _ w: Int, _ h: Int, _ enlarge: Bool) -> TestPicture {
    let width = min(Double(crop.width), Double(crop.height * w) / Double(h))
    let height = min(Double(crop.height), Double(crop.width * h) / Double(w))
    let left = nearest((Double(crop.width) - width) / 2)
    let top = nearest((Double(crop.height) - height) / 2)
    let part = crop.cropped(
      x: left, y: top, width: nearest((Double(crop.width) + width) / 2) - left,
      height: nearest((Double(crop.height) + height) / 2) - top)
    return Double(w) > width && !enlarge ? part : resampled(part, w, h)
  }

  private static func nearest(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }

  private static func resampled(_ picture: TestPicture, _ width: Int, _ height: Int) -> TestPicture {
    picture.resampled(.lanczos3, toWidth: width, height: height)
  }
}

/// A crop in pixels, and the same worked out on a picture.
struct ExpectedCrop: Hashable, Sendable {
  /// The `crop` key, or nothing.
  let yaml: String
  /// The box in its own space for a picture of a given size there; nil for all of it.
  private let box: @Sendable (Int, Int) -> (x: Int, y: Int, width: Int, height: Int)
  private let isStored: Bool

  static let all = [
    ExpectedCrop(yaml: "", isStored: false) { (0, 0, $0, $1) },
    ExpectedCrop(yaml: "crop: {x: 3, y: 5, width: 31, height: 23}", isStored: false) { _, _ in
      (3, 5, 31, 23)
    },
    ExpectedCrop(yaml: "crop: {width: 25, height: 27, gravity: southeast}", isStored: false) {
      ($0 - 25, $1 - 27, 25, 27)
    },
    ExpectedCrop(yaml: "crop: {x: 0, y: 7, width: 29, height: 21, space: stored}", isStored: true) {
      _, _ in (0, 7, 29, 21)
    },
  ]

  private init(
    yaml: String, isStored: Bool, _ box: @escaping @Sendable (Int, Int) -> (Int, Int, Int, Int)
  ) {
    self.yaml = yaml
    self.box = box
    self.isStored = isStored
  }

  /// The crop of a stored picture, as a viewer sees it.
  func result(of stored: TestPicture, tag: UInt8) -> TestPicture {
    let picture = isStored ? stored : stored.shown(tag)
    let part = box(picture.width, picture.height)
    let crop = picture.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
    return isStored ? crop.shown(tag) : crop
  }

  static func == (one: ExpectedCrop, other: ExpectedCrop) -> Bool { one.yaml == other.yaml }
  func hash(into hasher: inout Hasher) { hasher.combine(yaml) }
}
