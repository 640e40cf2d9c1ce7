import ImageModel

/// Reads the key `masks` of a source and the key `mask` of an output.
extension JobReader {
  /// The mask files of an entry of `sources`, which names `files`.
  mutating func masks(_ field: Field?, _ files: SourceEntry.Files?, _ entry: Fields) -> MaskSource? {
    guard let field else { return nil }
    let masks = readMasks(field, files, entry)
    if masks == nil { isMaskUnread = true }
    return masks
  }

  private mutating func readMasks(
    _ field: Field, _ files: SourceEntry.Files?, _ entry: Fields
  ) -> MaskSource? {
    if entry["page"] != nil { report(field, "'masks' can't stand beside 'page'") }
    guard let (path, fields) = maskPath(field, .masks) else { return nil }
    let space: AnnotationSpace? = choice(fields?["space"])
    let template = sideFile(path, field, "masks", thing: "mask", files)
    return template.map { MaskSource(path: $0, space: space ?? .declared) }
  }

  /// The output that shows the mask of `picture`, an entry with `widths` if `isVaried`; nil if `fields` have no `mask`.
  mutating func mask(_ fields: Fields, of picture: OutputEntry, isVaried: Bool) -> OutputEntry? {
    guard let field = fields["mask"] else { return nil }
    let mask = readMask(field, of: picture, isVaried: isVaried)
    if mask == nil { isMaskUnread = true }
    return mask
  }

  private mutating func readMask(_ field: Field, of picture: OutputEntry, isVaried: Bool) -> OutputEntry? {
    guard let (path, keys) = maskPath(field, .mask) else { return nil }
    let pad = whole(keys?["pad"], in: 0...65535)
    if picture.frames == .all { report(field, "'mask' can't stand with 'frames: all'") }
    let template = parsed(path) { path throws(PatternError) in try PathTemplate(parsing: path) }
    guard let template else { return nil }
    if !path.value.lowercased().hasSuffix(".png") {
      report(path.location, "'\(path.value.shortened)' doesn't end in '.png': masks are PNGs")
    }
    if isVaried, !template.uses(.width) {
      report(path.location, "'mask' needs '{width}', since 'widths' makes several files")
    }
    var entry = picture
    (entry.template, entry.location, entry.format) = (template, path.location, .png)
    (entry.mask, entry.width) = (MaskUse(pad: pad ?? 0), nil)
    return entry
  }

  /// A path, alone or as the key `path` of a mapping, and the mapping.
  private mutating func maskPath(_ field: Field, _ level: KeyLevel) -> (Located<String>, Fields?)? {
    guard case .mapping = field.node.kind else { return text(field).map { ($0, nil) } }
    guard let fields = fields(field, level, "a path, or a mapping with 'path'") else { return nil }
    return text(required(fields, "path", "\(field.subject) needs 'path'")).map { ($0, fields) }
  }

  /// Reports masks of sources that no output shows, and outputs whose sources have no masks.
  mutating func checkMasks(_ sources: [SourceEntry], _ outputs: [OutputEntry], _ fields: Fields) {
    if fields.isCut || isMaskUnread { return }
    let shown = outputs.first { $0.mask != nil }
    if let shown, let source = sources.first(where: { $0.masks == nil }) {
      report(
        shown.location,
        "'mask' needs 'masks' in all entries of 'sources', and the one in line \(source.location.line) has none"
      )
    } else if shown == nil, fields.length(of: "outputs") == outputs.count,
      let source = sources.first(where: { $0.masks != nil })
    {
      report(source.location, "'masks' are for outputs: add 'mask', a path, to an entry of 'outputs'")
    }
  }
}
