import ImageModel

/// Reads the key `where`.
extension JobReader {
  mutating func conditions(_ field: Field?) -> Conditions? {
    guard let fields = fields(field, .conditions, "a mapping, as in '{min_width: 512}'") else { return nil }
    var conditions = Conditions()
    conditions.minWidth = whole(fields["min_width"], in: 1...PixelSize.longestSide)
    conditions.minHeight = whole(fields["min_height"], in: 1...PixelSize.longestSide)
    conditions.minAspect = aspectBound(fields["min_aspect"])
    conditions.maxAspect = aspectBound(fields["max_aspect"])
    conditions.minSharpness = value(fields["min_sharpness"], "a number from 0 to 1000000") {
      PlainNumber.decimal($0, in: 0...1_000_000)
    }
    conditions.minEntropy = value(fields["min_entropy"], "a number of bits from 0 to 8") {
      PlainNumber.decimal($0, in: 0...8)
    }
    conditions.isNotBlank = flag(fields["not_blank"]) ?? false
    conditions.notDuplicate = notDuplicate(fields["not_duplicate"])
    if let least = conditions.minAspect, let most = conditions.maxAspect, least.isAbove(most),
      let field = fields["max_aspect"]
    {
      report(field, "'max_aspect' is less than 'min_aspect', so no picture is left: change one of them")
    }
    return conditions
  }

  private mutating func notDuplicate(_ field: Field?) -> NotDuplicate? {
    guard let fields = fields(field, .notDuplicate, "a mapping, as in '{of: job, distance: 4}'") else {
      return nil
    }
    var bound = NotDuplicate()
    bound.scope = choice(fields["of"]) ?? bound.scope
    bound.distance = whole(fields["distance"], in: 0...HashIndex.farthest) ?? bound.distance
    return bound
  }

  private mutating func aspectBound(_ field: Field?) -> AspectBound? {
    value(field, "width to height above 0, as in \"16:9\" or 1.5, with at most four decimals") {
      AspectBound($0)
    }
  }
}
