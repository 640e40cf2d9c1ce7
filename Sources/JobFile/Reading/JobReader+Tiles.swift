import ImageModel

/// Reads the key `tiles`.
extension JobReader {
  mutating func tiles(_ field: Field?) -> Tiles? {
    let tiles = readTiles(field)
    if field != nil, tiles == nil { isTileUnread = true }
    return tiles
  }

  private mutating func readTiles(_ field: Field?) -> Tiles? {
    guard let fields = fields(field, .tiles, "a mapping with 'width' and 'height'") else { return nil }
    let sides = 1...PixelSize.longestSide
    let width = whole(required(fields, "width", "'tiles' needs 'width'"), in: sides)
    let height = whole(required(fields, "height", "'tiles' needs 'height'"), in: sides)
    let overlap = value(fields["overlap"], "a number of pixels, or per cent as in \"12.5%\"") {
      PlainNumber.length($0).flatMap { $0.number < 0 ? nil : $0 }
    }
    let edge: Tiles.Edge? = choice(fields["edge"])
    let minVisible = minVisible(fields)
    let empty = value(fields["empty"], "'keep', 'drop' or per cent as in \"10%\"") { text in
      switch text {
      case "keep": Tiles.Empty.keep
      case "drop": .drop
      default: PlainNumber.percent(text, in: 0...100).map { .share($0) }
      }
    }
    guard let width, let height else { return nil }
    let tiles = Tiles(
      PixelSize(width: width, height: height), overlap: overlap ?? .pixels(0), edge: edge ?? .shift,
      minVisible: minVisible ?? 0, empty: empty ?? .keep)
    if let field = fields["overlap"], !tiles.movesOn {
      report(field, "'overlap' must be smaller than 'width' and 'height' of the tiles")
    }
    return tiles
  }

  /// The value of the key `min_visible`, in per cent.
  mutating func minVisible(_ fields: Fields) -> Double? {
    value(fields["min_visible"], "per cent of a box's area, as in \"25%\"") {
      PlainNumber.percent($0, in: 0...100)
    }
  }

  /// Reports keys and paths that don't suit the tiles of the sources. `job` is the shaping of the top level.
  mutating func checkTiles(_ sources: [SourceEntry], _ outputs: [OutputEntry], _ job: Shaping) {
    for output in outputs {
      let tiled = sources.filter { $0.tiles(of: output, job) != nil }
      if !isTileUnread, !sources.isEmpty, tiled.count < sources.count,
        let variable = PathTemplate.Variable.ofTiles.first(where: { output.template.uses($0) })
      {
        report(
          output.location,
          "'{\(variable.rawValue)}' is for tiles: add 'tiles' to this output, to the top level or to all of 'sources'"
        )
      }
      if output.frames == .all, !tiled.isEmpty {
        report(output.location, "'frames: all' can't stand with 'tiles'")
      }
      if output.width != nil, !tiled.isEmpty {
        report(output.location, "'widths' can't stand with 'tiles': write 'resize'")
      }
    }
    if outputs.count > OutputFamily.most, let output = outputs.last,
      sources.contains(where: { source in outputs.contains { source.tiles(of: $0, job) != nil } })
    {
      report(
        output.location, "'tiles' can't stand beside more than \(OutputFamily.most) entries of 'outputs'")
    }
    for source in sources {
      let tiles = outputs.compactMap { source.tiles(of: $0, job) }
      if source.boxes == nil, tiles.contains(where: { $0.empty != .keep }) {
        report(
          source.location,
          "'empty' of 'tiles' needs boxes: give this entry 'annotations', or 'list' with 'space', or write 'empty: keep'"
        )
      }
      if let use = source.boxes, use.shapesCuts, !tiles.isEmpty {
        report(
          source.location,
          "\(Self.cuttingKeys.map { "'\($0)'" }.joined(separator: ", ")) shape what is cut for a box: they can't stand "
            + "beside 'tiles'")
      }
    }
  }
}

extension BoxUse {
  /// True if a key shapes what is cut for a box.
  fileprivate var shapesCuts: Bool {
    growth != BoxGrowth() || rounding != .nearest || outOfBounds != .clip
  }
}
