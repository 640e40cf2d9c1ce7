import ImageModel

/// Which outputs are resampled from the content of a larger one in place of the decode: one that shows the same box, and
/// whose sides are so much longer that little is lost. How little stands in docs/performance.md.
enum SmallerFromLarger {
  /// How much longer than the output's the sides of its base are at least.
  private static let leastRatio = 2

  /// `outputs` with their bases.
  static func chained(_ outputs: [OutputPlan]) -> [OutputPlan] {
    outputs.map { output in
      guard let base = base(of: output, among: outputs), let larger = outputs[base].resample,
        let own = output.resample
      else { return output }
      var chained = output
      chained.base = base
      chained.resample = ResampleGeometry(whole: larger.size, to: own.size, filter: own.filter)
      return chained
    }
  }

  /// The smallest that will do.
  private static func base(of output: OutputPlan, among outputs: [OutputPlan]) -> Int? {
    outputs.indices
      .filter { serves(outputs[$0], output) }
      .min { area(outputs[$0]) < area(outputs[$1]) }
  }

  private static func serves(_ larger: OutputPlan, _ output: OutputPlan) -> Bool {
    guard larger.error == nil, output.error == nil, larger.decode == output.decode,
      larger.storedCrop == output.storedCrop, larger.background == output.background,
      let size = larger.resample, let own = output.resample
    else { return false }
    return size.filter == .lanczos3 && own.filter == .lanczos3 && !size.isIdentity
      && size.size.width >= leastRatio * own.size.width && size.size.height >= leastRatio * own.size.height
  }

  private static func area(_ output: OutputPlan) -> Int { output.resample?.size.area ?? 0 }
}

extension ImagePlan {
  /// `outputs` and those that they are resampled from, each behind its base.
  package func chain(to outputs: [Int]) -> [Int] {
    var all = Set(outputs)
    for output in outputs { all.formUnion(bases(of: output)) }
    return all.sorted { (area($0), $1) > (area($1), $0) }
  }

  /// Whether output `index` comes of the content of `base`, be it by way of others.
  package func isMade(_ index: Int, of base: Int) -> Bool { bases(of: index).contains(base) }

  private func bases(of index: Int) -> [Int] {
    var bases: [Int] = []
    var next = outputs[index].base
    // A base is larger than what is made of it, so that there is an end; but a plan may come from elsewhere.
    while let base = next, outputs.indices.contains(base), !bases.contains(base) {
      bases.append(base)
      next = outputs[base].base
    }
    return bases
  }

  private func area(_ index: Int) -> Int { outputs[index].resample?.size.area ?? 0 }
}
