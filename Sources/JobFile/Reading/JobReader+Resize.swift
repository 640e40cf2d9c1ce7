import ImageModel

/// Reads the key `resize`.
extension JobReader {
  /// A resize as a mapping or as an IIIF size.
  mutating func resize(_ field: Field?) -> Resize? {
    guard let field, case .mapping = field.node.kind else {
      let wanted =
        "'max', \"w,\", \",h\", \"pct:n\", \"w,h\" or \"!w,h\" with sides from 1 to 65500, also with '^' in front,"
        + " or a mapping"
      return value(field, wanted) { SizeText.resize($0) }
    }
    return fields(field, .resize, "a mapping").flatMap { mapping($0) }
  }

  private mutating func mapping(_ fields: Fields) -> Resize? {
    let width = side(fields["width"])
    let height = side(fields["height"])
    let fit: Resize.Fit? = choice(fields["fit"])
    let filter: ResampleFilter? = choice(fields["filter"])
    let enlarge = enlarge(fields, fit)
    let anchor = anchor(fields)
    if fit == .contain, let focus = fields["focus"] {
      report(focus, "'focus' doesn't go with 'fit: contain'; use 'gravity'")
    }
    if fit == .letterbox {
      refuse(
        ["gravity", "focus"], in: fields,
        "doesn't go with 'fit: letterbox', which puts the picture in the middle")
    }
    let stride = stride(fields, fit, width: width, height: height)
    if !fields.has("width") && !fields.has("height") {
      missing(fields, ["width", "height"], "'resize' needs 'width' or 'height'")
    }
    checkSides(fields, fit)
    guard width != nil || height != nil else { return nil }
    var resize = Resize(
      .pixels(width: width, height: height), fit: fit ?? .inside, anchor: anchor,
      filter: filter ?? .lanczos3, enlarge: enlarge ?? .never)
    resize.stride = stride
    return resize
  }

  /// The value of `stride`. Reports a stride of another `fit`, and sides that aren't multiples of it.
  private mutating func stride(_ fields: Fields, _ fit: Resize.Fit?, width: Int?, height: Int?) -> Int? {
    guard let field = fields["stride"], let stride = side(field) else { return nil }
    if let fit, fit != .letterbox { report(field, "'stride' doesn't go with 'fit: \(fit.rawValue)'") }
    if !fields.has("fit"), !fields.isCut, !fields.misspelt.contains("fit") {
      report(field, "'stride' needs 'fit: letterbox'")
    }
    for (key, side) in [("width", width), ("height", height)] {
      guard let side, let field = fields[key], !side.isMultiple(of: stride) else { continue }
      report(field, "'\(key)' must be a multiple of 'stride' (\(stride)), not '\(side)'")
    }
    return stride
  }

  /// The value of `enlarge`; with `exact: true` its default is ``Resize/Enlarge/always``.
  private mutating func enlarge(_ fields: Fields, _ fit: Resize.Fit?) -> Resize.Enlarge? {
    let enlarge: Resize.Enlarge? = choice(fields["enlarge"])
    guard let exact = fields["exact"], flag(exact) == true else {
      if enlarge == .pad, let field = fields["enlarge"], !fields.misspelt.contains("exact"), !fields.isCut {
        report(field, "'enlarge: pad' needs 'exact: true'")
      }
      return enlarge
    }
    let isFitUnknown = fit == nil && (fields.has("fit") || fields.misspelt.contains("fit") || fields.isCut)
    let used = fit ?? .inside
    if !used.promisesSize, !isFitUnknown {
      let fits = Resize.Fit.allCases.filter(\.promisesSize).map(\.rawValue).choices
      report(
        exact,
        "'exact: true' needs 'width', 'height' and a 'fit' of \(fits), since '\(used.rawValue)' leaves a side open"
      )
    }
    if let stride = fields["stride"], fit == .letterbox {
      report(
        stride, "'stride' and 'exact: true' can't stand together: with 'stride' canvases have several sizes")
    }
    if enlarge == .never, let field = fields["enlarge"] {
      report(
        field,
        "'enlarge: false' and 'exact: true' can't stand together: write 'enlarge: pad' for a canvas of the exact size, "
          + "or leave out 'enlarge'")
    }
    return enlarge ?? .always
  }

  /// Reports a `fit` that needs both sides, if the job file gives only one.
  private mutating func checkSides(_ fields: Fields, _ fit: Resize.Fit?) {
    guard let fit, fit.promisesSize, let field = fields["fit"],
      fields.has("width") != fields.has("height"), !fields.isCut
    else { return }
    let (there, missing) = fields.has("width") ? ("width", "height") : ("height", "width")
    if fields.misspelt.contains(missing) { return }
    report(
      field,
      "'fit: \(fit.rawValue)' needs 'width' and 'height': add '\(missing)', or leave out 'fit' to have '\(there)' alone "
        + "keep the aspect")
  }

  mutating func side(_ field: Field?) -> Int? {
    value(field, "a whole number of pixels from 1 to \(PixelSize.longestSide)") {
      PlainNumber.whole($0, in: 1...PixelSize.longestSide)
    }
  }
}

/// Sizes written as one string.
enum SizeText {
  /// The resize that a size of the IIIF Image API 3.0 (section 4.2) stands for; nil for any other text.
  static func resize(_ text: String) -> Resize? {
    let isEnlarged = text.hasPrefix("^")
    let size = text.dropFirst(isEnlarged ? 1 : 0)
    guard var resize = plain(size) else { return nil }
    resize.enlarge = isEnlarged ? .always : .never
    resize.notation = text
    return resize
  }

  private static func plain(_ text: Substring) -> Resize? {
    if text == "max" { return Resize(.max) }
    if text.hasPrefix("pct:") {
      let percent = PlainNumber.pixels(text.dropFirst(4)).flatMap { $0 > 0 ? $0 : nil }
      return percent.map { Resize(.percent($0)) }
    }
    let isInside = text.hasPrefix("!")
    let parts = text.dropFirst(isInside ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let width = PlainNumber.whole(parts[0], in: 1...PixelSize.longestSide)
    let height = PlainNumber.whole(parts[1], in: 1...PixelSize.longestSide)
    switch (width, height) {
    case (_?, _?): return Resize(.pixels(width: width, height: height), fit: isInside ? .inside : .fill)
    case (_?, nil) where parts[1].isEmpty && !isInside: return Resize(.pixels(width: width, height: nil))
    case (nil, _?) where parts[0].isEmpty && !isInside: return Resize(.pixels(width: nil, height: height))
    default: return nil
    }
  }
}
