import ImageModel

/// Keys of boxes and sizes.
extension JobKeys {
  static let gravity = JobKey(
    "gravity", .choice(Gravity.self), default: "center", "Which part of the picture.")
  static let focusKey = JobKey(
    "focus",
    .any(.mapping(focus, required: ["x", "y"]), .choice(Anchor.focusWords)),
    "A point that the box is centred on, before it is moved inside, or the middle of boxes of the picture, or of its part with the most detail."
  )
  static let focus: [JobKey] = [position.named("x"), position.named("y")]
  static let position = JobKey(
    "position", .decimal("^-?[0-9]+(\\.[0-9]+)?%?$").with(.limits(-1_000_000, 1_000_000)),
    "Pixels, or per cent of the picture as in \"12.5%\".")
  static let extent = JobKey(
    "extent", .above0("^[0-9]+(\\.[0-9]+)?%?$").with(["maximum": 1_000_000]),
    "Pixels above 0, or per cent of the picture as in \"12.5%\".")
  static let region = JobKey(
    "region",
    .any(
      .choice(["full", "square"]),
      .pattern("^(pct:)?(-?[0-9]+(\\.[0-9]+)?,){3}[0-9]+(\\.[0-9]+)?$"),
      .pattern("^[0-9]+(\\.[0-9]+)?x[0-9]+(\\.[0-9]+)?([+-][0-9]+(\\.[0-9]+)?){2}$")),
    "full, square, \"x,y,w,h\", \"pct:x,y,w,h\" (IIIF) or \"WxH+X+Y\" (ImageMagick).")
  static let space = JobKey(
    "space", .choice(SpaceName.self), default: "display",
    "Where the box's numbers lie: the picture as a viewer shows it, or as the file stores it.")
  static let round = JobKey(
    "round", .choice(Crop.Rounding.self), default: "nearest",
    "How an edge between two pixels becomes a whole one.")
  static let outOfBounds = JobKey(
    "out_of_bounds", .choice(Crop.OutOfBounds.self), default: "clip",
    "What happens to a box beyond the picture: cut it, fail the row, or fill with 'background'.")
  static let boxFormat = JobKey(
    "box_format", .choice(BoxFormat.self), "The dataset's way to write a box.")
  static let aspect = JobKey(
    "aspect", .pattern("^[0-9]+(\\.[0-9]+)?:[0-9]+(\\.[0-9]+)?$"), "Width to height, as in \"16:9\".")
  static let box = JobKey(
    "box",
    [
      "type": "array", "minItems": 4, "maxItems": 4,
      "items": .decimal("^-?[0-9]+(\\.[0-9]+)?$").with(.limits(-1_000_000, 1_000_000)),
    ], "Four numbers; 'format' says what they mean.")

  static let (x, y) = (position.named("x"), position.named("y"))
  static let (boxWidth, boxHeight) = (extent.named("width"), extent.named("height"))
  /// Keys of every box.
  static let ofBox: [JobKey] = [space.shared, round.shared, outOfBounds.shared]
  static let crop: [JobKey] =
    [
      x, y, boxWidth, boxHeight, gravity.shared, focusKey.shared, aspect, region.shared, box,
      boxFormat.named("format"),
    ] + ofBox

  static let notBoth: JSONNode = ["not": ["required": ["gravity", "focus"]]]
  static func form(_ keys: [JobKey], _ required: [String], _ description: String) -> JSONNode {
    JSONNode.object([("description", .text(description))]).with(.mapping(keys + ofBox, required: required))
  }
  static let cropKey = JobKey(
    "crop",
    .any(
      .reference("region"),
      form([x, y, boxWidth, boxHeight], ["x", "y", "width", "height"], "A box by its place and size."),
      form(
        [boxWidth, boxHeight, gravity.shared, focusKey.shared], ["width", "height"],
        "A box of a size, at a gravity or focus."
      ).with(notBoth),
      form(
        [aspect, gravity.shared, focusKey.shared], ["aspect"],
        "The largest box of a shape, at a gravity or focus."
      ).with(notBoth),
      form([box, boxFormat.named("format")], ["box", "format"], "A box as a dataset writes it."),
      form([region.shared], ["region"], "A region string with its space, rounding or bounds.")),
    default: "full", "The part of the picture to keep.")

  static let side = JobKey("side", .whole(1...65500), "Pixels; a missing side keeps the aspect.")
  static let resize: [JobKey] = [
    side.named("width"), side.named("height"),
    JobKey(
      "fit", .choice(Resize.Fit.self), default: "inside", "How the picture meets width and height."),
    gravity.shared, focusKey.shared,
    JobKey("filter", .choice(ResampleFilter.self), default: "lanczos3", "The kernel of the resample."),
    JobKey(
      "enlarge", .any(["enum": [false, true, "error", "pad"]], .choice(["false", "true"])), default: false,
      "false: never larger than the crop; true: larger too; error: the row fails; pad: the crop lies on a canvas of the exact size. With exact, the default is true."
    ),
    JobKey("exact", .flag, default: false, "true: every output has the size of width and height."),
    JobKey(
      "stride", .whole(1...65500),
      "Of letterbox: the canvas is the smallest whose sides are multiples of this number."),
  ]
  static let resizeKey = JobKey(
    "resize",
    .any(
      .pattern("^\\^?(max|pct:[0-9]+(\\.[0-9]+)?|[0-9]+,|,[0-9]+|!?[0-9]+,[0-9]+)$"),
      .mapping(resize).with(notBoth).with([
        "anyOf": [["required": ["width"]], ["required": ["height"]]],
        "if": ["required": ["fit"], "properties": ["fit": ["enum": ["contain", "letterbox"]]]],
        "then": ["not": ["required": ["focus"]]],
      ])),
    "The output's size: a mapping, or max, \"w,\", \",h\", \"pct:n\", \"w,h\", \"!w,h\", also after ^ (IIIF)."
  )
}

extension Anchor {
  /// The words for a focus.
  static let focusWords =
    BoxFocus.allCases.map(\.rawValue) + ["columns"] + DetailFocus.allCases.map(\.rawValue)
}
