import ImageModel
import JobFile
import Planning
import Rendering

/// An output that was made, with the facts that exports need.
struct MadeOutput {
  /// The image's index in the plan.
  let place: Int
  let image: ImagePlan
  let index: Int
  /// The output's path below the output root.
  let path: String
  /// The path below the output root of the mask over the output; nil if none was made.
  let mask: String?
  /// The size at which a viewer shows the output.
  let size: PixelSize
  /// The fields that a list gives for the output, as JSON without braces; nil if there are none.
  let columns: ArraySlice<UInt8>?
  /// The endings of the members that exports carry from the picture's sample in its archive.
  let carried: [String]

  /// The boxes of the picture, in their order. Boxes whose visible share in the output is below `minVisible`
  /// per cent are left out. If it is nil, the bound of the output's `tiles` counts, or else 0.
  func boxes(minVisible: Double?) -> [ShownBox] {
    guard let picture = image.storedSize, let boxes = image.boxes else { return [] }
    return boxes.compactMap { box in
      guard let rebased = image.outputs[index].rebased(box, of: picture),
        image.outputs[index].showsEnough(rebased, minVisible: minVisible)
      else { return nil }
      return ShownBox(
        box: rebased.box, visible: rebased.visible, category: box.category ?? ShownBox.uncategorized,
        id: box.id, shape: rebased.shape)
    }
  }
}

/// A box in an output.
struct ShownBox {
  /// The box in pixels of the output as a viewer shows it.
  let box: RealRect<Output>
  /// The visible share of the object's area, 0...1.
  let visible: Double
  /// The box's category; ``uncategorized`` if the source gives the box no category.
  let category: String
  let id: String?
  /// The visible part of the object's shape; nil if the object has none.
  var shape: RebasedShape?

  /// The category for a box to which the source gives no category.
  static let uncategorized = "object"
}

/// A job's outputs that were made, in the order of the plan.
struct MadeOutputs {
  let job: JobSpec
  let plan: BatchPlan
  let outcome: (ImagePlan) throws -> ImageOutcome

  /// Calls `body` with each output. If `split` isn't nil, the call skips outputs outside of that split.
  func forEach(in split: String?, _ body: (MadeOutput) throws -> Void) throws {
    try forEachImage(in: split) { place, outcome in
      for index in plan.images[place].outputs.indices where outcome.outputs[index].error == nil {
        if let output = output(index, ofImage: place, outcome) { try body(output) }
      }
    }
  }

  /// Calls `body` with the index and the result of each image. If `split` isn't nil, the call skips images
  /// outside of that split.
  func forEachImage(in split: String?, _ body: (Int, ImageOutcome) throws -> Void) throws {
    let part = split.flatMap { name in job.split?.parts.firstIndex { $0.name == name } }
    for (place, image) in plan.images.enumerated() {
      if let part, plan.splits.indices.contains(place), Int(plan.splits[place]) != part { continue }
      try body(place, try outcome(image))
    }
  }

  /// Output `index` of the image at index `place`; nil if the plan says that the output can't be made, and for one that
  /// shows a mask file. `outcome` is the image's result, which the output's mask needs, and perhaps the output's path.
  func output(_ index: Int, ofImage place: Int, _ outcome: ImageOutcome?) -> MadeOutput? {
    let image = plan.images[place]
    let output = image.outputs[index]
    let sum = output.namesContent ? outcome?.outputs[index].sha256 : nil
    guard output.mask == nil, let path = output.path(ofBytes: sum), let size = output.shownSize else {
      return nil
    }
    return MadeOutput(
      place: place, image: image, index: index, path: path,
      mask: outcome.flatMap { image.mask(over: index, madeIn: $0) }, size: size,
      columns: plan.columns(ofOutput: index, ofImage: place),
      carried: plan.members.endings(ofImage: place))
  }
}

extension ImagePlan {
  /// The path below the output root of the mask over output `picture`; nil if `outcome` has none.
  fileprivate func mask(over picture: Int, madeIn outcome: ImageOutcome) -> String? {
    guard let index = mask(over: picture), outcome.outputs[index].error == nil else { return nil }
    return outputs[index].path(ofBytes: outcome.outputs[index].sha256)
  }
}
