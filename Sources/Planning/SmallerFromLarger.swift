import ImageModel
import System

/// Chooses outputs that are resampled from a larger output, their base, instead of the decode. The base shows
/// the same box. Its sides are so much longer that little detail is lost (measured in docs/performance.md).
enum SmallerFromLarger {
  /// The least ratio of the base's sides to the output's.
  private static let leastRatio = 6

  /// `outputs`, with a base for each output that can have one. The first `count` outputs belong to the first
  /// box, the next `count` to the second box, and so on. A base serves only outputs of its own box. A base
  /// itself comes from the decode, because losses add up.
  static func chained(_ outputs: [OutputPlan], each count: Int) -> [OutputPlan] {
    stride(from: 0, to: outputs.count, by: count).flatMap { start in
      chained(outputs, among: start..<start + count)
    }
  }

  private static func chained(_ outputs: [OutputPlan], among range: Range<Int>) -> [OutputPlan] {
    var chained = Array(outputs[range])
    let groups = Dictionary(grouping: range.compactMap { Candidate(outputs[$0], at: $0) }, by: \.shown)
    for group in groups.values {
      for (place, base) in bases(of: group) {
        guard let larger = outputs[base].resample, let own = outputs[place].resample else { continue }
        chained[place - range.lowerBound].base = base
        chained[place - range.lowerBound].resample = ResampleGeometry(
          whole: larger.size, to: own.size, filter: own.filter)
      }
    }
    return chained
  }

  /// The outputs of a group that get a base, each with its base. The base is the smallest output that is
  /// large enough and itself comes from the decode. Among equal sizes the first one is the base.
  private static func bases(of group: [Candidate]) -> [(place: Int, base: Int)] {
    let larger = group.filter(\.canServe)
    let heights = TallestByWidth(larger.map(\.size))
    let isDirect = { (size: PixelSize) in
      heights.tallest(atLeast: leastRatio * size.width) < leastRatio * size.height
    }
    var seen: Set<PixelSize> = []
    let bases = larger.filter { isDirect($0.size) && seen.insert($0.size).inserted }
      .sorted { ($0.size.area, $0.place) < ($1.size.area, $1.place) }
    return group.compactMap { candidate in
      if isDirect(candidate.size) { return nil }
      return bases.first { serves($0.size, candidate.size) }.map { (candidate.place, $0.place) }
    }
  }

  private static func serves(_ larger: PixelSize, _ own: PixelSize) -> Bool {
    larger.width >= leastRatio * own.width && larger.height >= leastRatio * own.height
  }

  /// The properties that an output and its base share.
  private struct Shown: Hashable {
    let decode: Int
    let crop: PixelRect<Stored>?
    let background: RGBColor
    let color: ColorPlan?
  }

  /// An output that may have a base or be one.
  private struct Candidate {
    let place: Int
    let size: PixelSize
    let canServe: Bool
    let shown: Shown

    /// Nil for an output that can't be made, isn't resampled by Lanczos, or is an animation.
    init?(_ output: OutputPlan, at place: Int) {
      guard output.error == nil, output.frames == nil, let resample = output.resample,
        resample.filter == .lanczos3
      else {
        return nil
      }
      self.place = place
      size = resample.size
      canServe = !resample.isIdentity
      shown = Shown(
        decode: output.decode, crop: output.storedCrop, background: output.background, color: output.color)
    }
  }

  /// Finds the largest height among sizes that have at least a given width.
  private struct TallestByWidth {
    /// Widths in falling order, each with the largest height among sizes of at least that width.
    private var steps: [(width: Int, height: Int)] = []

    init(_ sizes: [PixelSize]) {
      for size in sizes.sorted(by: { $0.width > $1.width }) {
        steps.append((size.width, max(size.height, steps.last?.height ?? 0)))
      }
    }

    /// The largest height among sizes of at least this width; 0 if no size is that wide.
    func tallest(atLeast width: Int) -> Int {
      let end = steps.indices.firstPlace { steps[$0].width < width }
      return end > 0 ? steps[end - 1].height : 0
    }
  }
}

extension ImagePlan {
  /// `outputs` and their bases, each output after its base.
  package func chain(to outputs: [Int]) -> [Int] {
    Set(outputs + outputs.compactMap { self.outputs[$0].base }).sorted { (area($0), $1) > (area($1), $0) }
  }

  private func area(_ index: Int) -> Int { outputs[index].resample?.size.area ?? 0 }
}
