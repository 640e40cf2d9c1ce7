import ImageModel

extension ImagePlan {
  /// True where the parts of a plan that came from outside fit together: what it points to is there, and no number is
  /// beyond what any planner writes.
  package var isSound: Bool {
    let numbers =
      [bytes ?? 0, peakBytes] + decodes.flatMap { [$0.thumbnail?.offset ?? 0, $0.thumbnail?.bytes ?? 0] }
    return numbers.allSatisfy { (0...Bound.bytes).contains($0) } && (0...Bound.seconds).contains(seconds)
      && storedSize?.isSound != false && decodes.allSatisfy(\.isSound)
      && outputs.indices.allSatisfy(isSound) && areBoxesSound
  }

  private func isSound(output index: Int) -> Bool {
    let output = outputs[index]
    guard output.isSound, (0..<max(1, decodes.count)).contains(output.decode) else { return false }
    if failure(ofOutput: index) == nil && decodes.isEmpty { return false }
    guard let base = output.base else { return true }
    return outputs.indices.contains(base) && base != index && outputs[base].base == nil
      && outputs[base].decode == output.decode
  }

  private var areBoxesSound: Bool {
    guard let boxes, boxes.first?.isCut == true else { return true }
    return outputs.count >= boxes.count && outputs.count % boxes.count == 0
  }
}

/// The largest numbers of a plan, with room above those of any job's limits.
private enum Bound {
  static let bytes = 1 << 50
  static let side = 1 << 17
  static let place = 1 << 30
  static let seconds = 1e6
}

extension DecodePlan {
  fileprivate var isSound: Bool {
    region.isSound && samples.isSound && thumbnail?.storedSize.isSound != false
  }
}

extension OutputPlan {
  fileprivate var isSound: Bool {
    let sizes = [displaySize, resample?.size, size].compactMap { $0 }
    return sizes.allSatisfy(\.isSound) && crop?.isSound != false && storedCrop?.isSound != false
      && resample?.samples.isSound != false && content?.isSound != false
  }
}

extension PixelSize {
  fileprivate var isSound: Bool { (0...Bound.side).contains(width) && (0...Bound.side).contains(height) }
}

extension PixelRect {
  fileprivate var isSound: Bool { size.isSound && abs(x) <= Bound.place && abs(y) <= Bound.place }
}
