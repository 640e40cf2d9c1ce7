import ImageModel

/// The keys that shape pixels and bytes, at any level.
extension JobReader {
  /// The values of one level's keys. `fields` holds only keys that the level allows.
  mutating func shaping(_ fields: Fields) -> Shaping {
    var shaping = Shaping()
    shaping.orientation = choice(fields["orientation"])
    shaping.crop = crop(fields["crop"])
    shaping.resize = resize(fields["resize"])
    shaping.buckets = buckets(fields["buckets"])
    if let field = fields["buckets"], fields.has("resize") {
      report(field, "'buckets' and 'resize' are two ways to say a size; keep one")
    }
    shaping.metadata = metadata(fields["metadata"])
    shaping.background = background(fields["background"])
    shaping.color = color(fields["color"])
    shaping.hdr = choice(fields["hdr"])
    shaping.tiles = tiles(fields["tiles"])
    shaping.encode = encodeOptions(fields)
    return shaping
  }

  private mutating func color(_ field: Field?) -> ColorSpec? {
    guard let fields = fields(field, .color, "a mapping with 'profile'") else { return nil }
    var color = ColorSpec()
    if let text = text(fields["profile"]) {
      color.profile = ColorTarget(name: text.value).map { .target($0) } ?? .file(text)
      if case .file = color.profile, !text.value.lowercased().hasSuffix(".icc"),
        !text.value.lowercased().hasSuffix(".icm")
      {
        report(
          text.location,
          "'profile' must be keep, srgb, display-p3 or a file that ends in .icc or .icm, not '\(text.value.shortened)'"
        )
      }
    }
    color.intent = choice(fields["intent"]) ?? color.intent
    _ = value(fields["on_untagged"], "assume-srgb") { $0 == "assume-srgb" ? true : nil }
    color.isLinear = flag(fields["linear"]) ?? color.isLinear
    return color
  }

  private mutating func background(_ field: Field?) -> RGBColor? {
    let wanted = "a colour: \"#rgb\", \"#rrggbb\" or [r, g, b]"
    guard let field, case .sequence(let nodes) = field.node.kind else {
      return value(field, wanted, isText: true) { RGBColor(hex: $0) }
    }
    let values = (items(field, wanted) ?? []).compactMap { item in
      whole(item, in: 0...255).map(UInt8.init)
    }
    if nodes.count != 3, !field.node.isCut {
      report(field, "'background' needs three numbers, not \(nodes.count)")
    }
    guard values.count == 3 else { return nil }
    return RGBColor(red: values[0], green: values[1], blue: values[2])
  }

  /// The place of a box: `gravity`, `focus`, or the centre if the job file sets neither.
  mutating func anchor(_ fields: Fields) -> Anchor {
    let gravity: Gravity? = choice(fields["gravity"])
    let focus = focus(fields["focus"])
    if let field = fields["focus"], fields.has("gravity") {
      report(field, "'focus' and 'gravity' can't stand together")
    }
    return focus ?? .gravity(gravity ?? .center)
  }

  private mutating func focus(_ field: Field?) -> Anchor? {
    let wanted = "a mapping of 'x' and 'y', \(Anchor.focusWords.choices)"
    if let field, case .scalar = field.node.kind {
      let focus = value(field, wanted) { text in
        text == "columns"
          ? Anchor.columns
          : BoxFocus(rawValue: text).map { .boxes($0) } ?? DetailFocus(rawValue: text).map { .detail($0) }
      }
      if focus == .columns { listedFocus = listedFocus ?? field.node.location }
      if case .boxes = focus { boxFocus = boxFocus ?? field.node.location }
      return focus
    }
    guard let fields = fields(field, .focus, wanted) else { return nil }
    let x = length(fields, "x", of: "'focus'")
    let y = length(fields, "y", of: "'focus'")
    guard let x, let y else { return nil }
    return .focus(x: x, y: y)
  }

  /// A required position, in pixels or per cent.
  mutating func length(_ fields: Fields, _ key: String, of owner: String) -> Length? {
    value(
      required(fields, key, "\(owner) needs '\(key)'"),
      "a number of pixels within a million of 0, or per cent as in \"12.5%\""
    ) { PlainNumber.length($0) }
  }
}
