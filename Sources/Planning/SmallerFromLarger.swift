import ImageModel

/// Which outputs are resampled from the content of a larger one in place of the decode: one that shows the same box, and
/// whose sides are so much longer that little is lost. How little stands in docs/performance.md.
enum SmallerFromLarger {
  /// How much longer than the output's the sides of its base are at least.
  private static let leastRatio = 6

  /// `outputs` with their bases, each of which is made of the decode: what is lost twice adds up. A base is among the same
  /// `count` outputs, those of one box.
  static func chained(_ outputs: [OutputPlan], each count: Int) -> [OutputPlan] {
    stride(from: 0, to: outputs.count, by: count).flatMap { start in
      chained(outputs, among: start..<start + count)
    }
  }

  private static func chained(_ outputs: [OutputPlan], among range: Range<Int>) -> [OutputPlan] {
    let direct = range.filter { place in !outputs[range].contains { serves($0, outputs[place]) } }
    return outputs[range].map { output in
      let bases = direct.filter { serves(outputs[$0], output) }
      guard let base = bases.min(by: { area(outputs[$0]) < area(outputs[$1]) }),
        let larger = outputs[base].resample, let own = output.resample
      else { return output }
      var chained = output
      chained.base = base
      chained.resample = ResampleGeometry(whole: larger.size, to: own.size, filter: own.filter)
      return chained
    }
  }

  private static func serves(_ larger: OutputPlan, _ output: OutputPlan) -> Bool {
    guard larger.error == nil, output.error == nil, larger.decode == output.decode,
      larger.storedCrop == output.storedCrop, larger.background == output.background,
      larger.color == output.color,
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
    Set(outputs + outputs.compactMap { self.outputs[$0].base }).sorted { (area($0), $1) > (area($1), $0) }
  }

  private func area(_ index: Int) -> Int { outputs[index].resample?.size.area ?? 0 }
}
