import System
extension ImagePlan {
  /// A part of an image's plan: outputs that are made at the same time, and their decodes.
  package struct Subplan: Sendable {
    /// The image's plan, limited to the outputs and decodes of this part.
    package let plan: ImagePlan
    /// For each output of `plan`, its index among all outputs of the image.
    package let places: [Int]
    /// True for each output of `plan` that is wanted. An output that isn't wanted is rendered only if a
    /// wanted output is resampled from it.
    package let isWanted: [Bool]
  }

  /// The largest number of outputs that are made at the same time.
  package var outputsAtOnce: Int {
    outputs.count <= FixedLimits.Work.outputsAtOnce
      ? outputs.count : groups(of: Array(outputs.indices)).reduce(0) { max($0, $1.count) }
  }

  /// Cuts the plan into subplans for the outputs with the indices `wanted`. The subplans run one after the
  /// other, and each decode runs once.
  package func subplans(of wanted: [Int]) -> [Subplan] {
    if outputs.count <= FixedLimits.Work.outputsAtOnce {
      let isWanted = Set(wanted)
      return [
        Subplan(
          plan: self, places: Array(outputs.indices), isWanted: outputs.indices.map { isWanted.contains($0) })
      ]
    }
    return groups(of: wanted).map { subplan(of: $0) }
  }

  /// Divides `wanted` into groups of at most ``FixedLimits/Work/outputsAtOnce`` outputs. The outputs of one
  /// decode stay in one group, even if their number is larger.
  private func groups(of wanted: [Int]) -> [[Int]] {
    var byDecode = [[Int]](repeating: [], count: max(1, decodes.count))
    for place in wanted where outputs[place].mask == nil { byDecode[outputs[place].decode].append(place) }
    let masks = wanted.filter { outputs[$0].mask != nil }
    var groups = masks.indices.parts(of: FixedLimits.Work.outputsAtOnce).map { Array(masks[$0]) }
    for group in byDecode where !group.isEmpty {
      if let last = groups.last, last.count + group.count <= FixedLimits.Work.outputsAtOnce {
        groups[groups.count - 1] += group
      } else {
        groups.append(group)
      }
    }
    return groups
  }

  private func subplan(of wanted: [Int]) -> Subplan {
    let places = chain(to: wanted).sorted()
    let newPlaces = Dictionary(uniqueKeysWithValues: zip(places, 0...))
    let used = Set(places.lazy.filter { outputs[$0].mask == nil }.map { outputs[$0].decode }).sorted()
    let newDecodes = Dictionary(uniqueKeysWithValues: zip(used, 0...))
    var part = self
    part.boxes = nil
    part.decodes = used.map { decodes[$0] }
    part.outputs = places.map { place in
      var output = outputs[place]
      output.decode = newDecodes[output.decode] ?? 0
      output.base = output.base.flatMap { newPlaces[$0] }
      // `mask.picture` stays an index of the whole image, since that output may be in another subplan.
      // Recipes and failures need it, and look at the whole image; a renderer doesn't read it.
      return output
    }
    let isWanted = Set(wanted)
    return Subplan(plan: part, places: places, isWanted: places.map { isWanted.contains($0) })
  }
}
