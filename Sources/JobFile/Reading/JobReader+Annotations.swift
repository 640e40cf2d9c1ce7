import ImageModel
import System

/// Reads entries of `sources` that have the key `annotations`, and the keys of boxes.
extension JobReader {
  /// The keys that an entry of `sources` may have only together with `annotations`.
  static let annotationKeys = ["format", "images", "shapes", "keypoints"]

  /// The keys about boxes, of entries of `sources` with `annotations` or `list`.
  static let boxKeys = [
    "box_format", "space", "category", "expand", "square", "min_size", "round", "out_of_bounds",
  ]

  /// The keys of ``boxKeys`` that shape a box's crop.
  static let cuttingKeys = ["expand", "square", "round", "out_of_bounds"]

  /// An entry of `sources` with annotations. `field` is the value of its key `annotations`.
  mutating func annotations(_ field: Field, _ fields: Fields) -> Located<SourceEntry.Files>? {
    let path = text(field)
    let format: AnnotationFormat? = requiredFormat(fields, "'annotations' needs 'format'")
    let images = text(fields["images"])?.value
    let shapes = shapes(fields["shapes"], format)
    let keypoints = keypoints(fields, format)
    let boxes = boxes(fields, format, of: "'annotations'")
    guard let path, let format, let boxes else { return nil }
    return Located(
      .annotations(
        AnnotationSource(
          path: path.value, format: format, images: images, boxes: boxes,
          shapes: shapes ?? format.ownShapes, keypoints: keypoints ?? 0)),
      at: path.location)
  }

  /// The number of keypoints of each object. Only files of `yolo-pose` don't tell it.
  private mutating func keypoints(_ fields: Fields, _ format: AnnotationFormat?) -> Int? {
    let count = whole(fields["keypoints"], in: 1...FixedLimits.JobFile.keypoints)
    guard let format else { return count }
    if format != .yoloPose {
      refuse(["keypoints"], in: fields, "goes with yolo-pose only")
    } else if !fields.has("keypoints") {
      missing(
        fields, ["keypoints"],
        "'yolo-pose' needs 'keypoints': how many each object has, as in 'keypoints: 17'")
    }
    return count
  }

  /// The kinds of shapes that the key `shapes` asks for.
  private mutating func shapes(_ field: Field?, _ format: AnnotationFormat?) -> Set<ShapeKind>? {
    guard let field else { return nil }
    let isList = if case .sequence = field.node.kind { true } else { false }
    let fields = isList ? someItems(field, "a list of kinds of shapes") ?? [] : [field]
    let kinds: [ShapeKind] = fields.compactMap { choice($0) }
    guard let format else { return Set(kinds) }
    if !format.ownShapes.isEmpty {
      report(field, "'shapes' isn't needed: files of '\(format.rawValue)' always give them")
    } else if let kind = kinds.first(where: { !format.optionalShapes.contains($0) }) {
      report(field, "Upright reads no \(kind.rawValue) from files of '\(format.rawValue)'")
    }
    return Set(kinds)
  }

  /// The use of the boxes in files of `format`. `subject` is what gives the boxes, for messages.
  mutating func boxes(_ fields: Fields, _ format: AnnotationFormat?, of subject: String) -> BoxUse? {
    let boxFormat = boxFormat(fields, format)
    let space = space(fields, format, subject)
    let categories = categories(fields["category"])
    let growth = BoxGrowth(
      expand: value(fields["expand"], "per cent of the box's sides, as in \"10%\"") {
        PlainNumber.percent($0, in: 0...1000)
      } ?? 0,
      square: flag(fields["square"]) ?? false)
    let leastSide = value(fields["min_size"], "a number of pixels above 0") {
      PlainNumber.pixels($0).flatMap { $0 > 0 ? $0 : nil }
    }
    let rounding: Crop.Rounding? = choice(fields["round"])
    let outOfBounds: Crop.OutOfBounds? = choice(fields["out_of_bounds"])
    guard let space else { return nil }
    return BoxUse(
      format: boxFormat ?? .coco, space: space, categories: categories, growth: growth,
      leastSide: leastSide ?? 0, rounding: rounding ?? .nearest, outOfBounds: outOfBounds ?? .clip)
  }

  private mutating func boxFormat(_ fields: Fields, _ format: AnnotationFormat?) -> BoxFormat? {
    let boxFormat: BoxFormat? = choice(fields["box_format"])
    guard let field = fields["box_format"], let format, let fixed = format.boxFormat else {
      return boxFormat
    }
    report(
      field,
      "'box_format' goes with csv and jsonl only: boxes of '\(format.rawValue)' are '\(fixed.rawValue)'")
    return fixed
  }

  private mutating func space(
    _ fields: Fields, _ format: AnnotationFormat?, _ subject: String
  ) -> AnnotationSpace? {
    let space: AnnotationSpace? = choice(fields["space"])
    guard let format else { return space }
    guard let field = fields["space"] else {
      if format.fixedSpace == nil {
        missing(
          fields, ["space"],
          "\(subject) needs 'space', since '\(format.rawValue)' doesn't say it: \(AnnotationSpace.allCases.map(\.rawValue).choices)"
        )
      }
      return format.fixedSpace
    }
    if let fixed = format.fixedSpace, let space, space != fixed {
      report(field, "boxes of '\(format.rawValue)' are always in the space '\(fixed.rawValue)'")
    }
    if space == .declared, !format.tellsSizes {
      report(
        field, "files of '\(format.rawValue)' don't declare the size of pictures: write 'display' or 'stored'"
      )
    }
    return space
  }

  private mutating func categories(_ field: Field?) -> [Located<String>]? {
    guard let field else { return nil }
    guard case .sequence = field.node.kind else { return text(field).map { [$0] } }
    let names = (items(field, "a list of categories") ?? []).compactMap { text($0) }
    if names.isEmpty, !field.node.isCut { report(field, "'category' is empty") }
    return names
  }

  /// Reports two kinds of outputs that don't suit the sources. An output of the first kind uses a variable of
  /// boxes, though not all sources are cut by boxes. An output of the second kind sets or undoes
  /// `orientation: ignore` for itself alone. This would move the boxes of annotated sources.
  mutating func checkBoxes(_ sources: [SourceEntry], _ outputs: [OutputEntry], _ job: Shaping) {
    let annotated = sources.filter { $0.boxes != nil }
    let cuts = annotated.filter { $0.isCutForBoxes(outputs, job) }
    for output in outputs {
      if cuts.count < sources.count,
        let variable = PathTemplate.Variable.ofBoxes.first(where: { output.template.uses($0) })
      {
        report(
          output.location,
          "'{\(variable.rawValue)}' is for boxes: all of 'sources' must have 'annotations', or 'list' with 'space', and neither 'crop' nor 'tiles'"
        )
      }
      if output.width != nil, !cuts.isEmpty {
        report(
          output.location,
          "'widths' doesn't go with sources that are cut for boxes: write an output for each width, or give the source a 'crop'"
        )
      }
      for source in annotated {
        let own = source.shaping.over(job).orientation
        guard let orientation = output.shaping.orientation, (orientation == .ignore) != (own == .ignore)
        else {
          continue
        }
        report(
          output.location,
          "'orientation: ignore' moves boxes: with 'annotations' it can't be said, or undone, for one output alone"
        )
        break
      }
    }
  }
}
