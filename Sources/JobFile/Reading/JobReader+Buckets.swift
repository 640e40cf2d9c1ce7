import ImageModel

/// Reads the key `buckets`.
extension JobReader {
  /// The keys that make sizes, in place of `sizes`.
  private static let making = ["area", "step", "min", "max"]
  /// The most buckets of a job. Trainers have below a hundred.
  private static let mostBuckets = 1000

  mutating func buckets(_ field: Field?) -> Buckets? {
    let buckets = readBuckets(field)
    if field != nil, buckets == nil { isBucketUnread = true }
    return buckets
  }

  private mutating func readBuckets(_ field: Field?) -> Buckets? {
    guard let fields = fields(field, .buckets, "a mapping with 'area' or 'sizes'") else { return nil }
    let rule: Buckets.Rule? = choice(fields["rule"])
    let filter: ResampleFilter? = choice(fields["filter"])
    let batch = whole(fields["batch"], in: 1...1_000_000)
    let tail: Buckets.Tail? = choice(fields["tail"])
    if let field = fields["tail"], !fields.has("batch") {
      report(field, "'tail' needs 'batch', the number of pictures in a batch")
    }
    let anchor = anchor(fields)
    let sizes: [PixelSize]?
    if let field = fields["sizes"] {
      refuse(Self.making, in: fields, "and 'sizes' are two ways to name buckets; keep one")
      sizes = listed(field)
    } else {
      sizes = made(fields)
    }
    return sizes.map {
      Buckets(
        $0, rule: rule ?? .kohya, anchor: anchor, filter: filter ?? .lanczos3, batch: batch,
        tail: tail ?? .keep)
    }
  }

  /// The sizes of a list, each once.
  private mutating func listed(_ field: Field) -> [PixelSize]? {
    guard let items = someItems(field, "a list of sizes, as in [1024x1024, 832x1216]"), !items.isEmpty else {
      return nil
    }
    if items.count > Self.mostBuckets {
      report(field, "'sizes' has \(items.count) sizes, more than \(Self.mostBuckets)")
      return nil
    }
    var sizes: [PixelSize] = []
    for item in items {
      guard let size = size(item) else { continue }
      if sizes.contains(size) { report(item, "the size \(size) is here twice") }
      sizes.append(size)
    }
    return sizes.isEmpty ? nil : sizes
  }

  /// The sizes of an area.
  private mutating func made(_ fields: Fields) -> [PixelSize]? {
    let step = whole(fields["step"], in: 1...4096)
    let least = whole(fields["min"], in: 1...PixelSize.longestSide)
    let most = whole(fields["max"], in: 1...PixelSize.longestSide)
    let named = ["step", "min", "max"].contains { fields.has($0) }
    guard let field = fields["area"] else {
      missing(
        fields, ["area", "sizes"],
        named
          ? "'buckets' needs 'area', as in 1024x1024"
          : "'buckets' needs 'area', as in 1024x1024, or 'sizes', as in [1024x1024, 832x1216]")
      return nil
    }
    guard let area = size(field) else { return nil }
    let grid = step ?? 64
    let sides = [area.width, area.height]
    let (shorter, longer) = (min(area.width, area.height), max(area.width, area.height))
    let lower = least ?? max(grid, shorter / 2 / grid * grid)
    let upper = most ?? min(PixelSize.longestSide / grid * grid, longer * 2 / grid * grid)
    for (key, side) in [("min", lower), ("max", upper)] where side % grid != 0 {
      report(fields[key] ?? field, "'\(key)' must be a multiple of 'step' (\(grid)), and \(side) is none")
      return nil
    }
    if lower > shorter || upper < longer {
      report(
        field,
        "the sides \(sides[0]) and \(sides[1]) of 'area' must lie between 'min' (\(lower)) and 'max' (\(upper))"
      )
      return nil
    }
    if (upper - lower) / grid >= Self.mostBuckets / 2 {
      report(
        field, "these keys make over \(Self.mostBuckets) buckets: raise 'step', or narrow 'min' and 'max'")
      return nil
    }
    return Buckets.sizes(area: area, step: grid, sides: lower...upper)
  }

  private mutating func size(_ field: Field) -> PixelSize? {
    value(field, "a size of sides from 1 to \(PixelSize.longestSide), as in 1024x1024") { text in
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map {
        PlainNumber.whole($0, in: 1...PixelSize.longestSide)
      }
      guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
      return PixelSize(width: width, height: height)
    }
  }

  /// Reports each path with `{bucket}` whose output has no buckets, and `tail: drop` where a picture has several outputs
  /// with buckets. `shaping` has the keys of the top level.
  mutating func checkBuckets(
    _ sources: [SourceEntry], _ outputs: [OutputEntry], _ shaping: Shaping, _ fields: Fields
  ) {
    if isBucketUnread || fields.isCut || fields.misspelt.contains("buckets") { return }
    let bucketed = outputs.filter { $0.shaping.over(shaping).buckets != nil }
    if let output = bucketed.first(where: { $0.shaping.over(shaping).buckets?.tail == .drop }) {
      let isOneOfMany = sources.contains {
        $0.tiles(of: output, shaping) != nil || $0.isCutForBoxes(outputs, shaping)
      }
      if bucketed.count > 1 || isOneOfMany {
        report(
          output.location,
          "'tail: drop' leaves out pictures, so a picture can have only one output with 'buckets', without tiles and boxes"
        )
      }
    }
    for output in outputs
    where output.template.uses(.bucket) && output.shaping.over(shaping).buckets == nil {
      report(output.location, "'{bucket}' needs 'buckets', as in 'buckets: {area: 1024x1024}'")
    }
  }
}
