import Planning
import Reporting

/// The rows that a plan gives, in the order of manifests.
struct PlannedRows: Sendable {
  let images: [ImagePlan]
  private let rows: [ManifestOrder.Row]

  init(_ plan: BatchPlan) {
    images = plan.images
    rows = ManifestOrder(plan.images).rows
  }

  var count: Int { rows.count }

  /// The image's place in the plan, and the output's in the image.
  func row(at place: Int) -> (image: Int, output: Int) { (Int(rows[place].image), Int(rows[place].output)) }

  func key(at place: Int) -> RowKey {
    let (image, output) = row(at: place)
    return RowKey(source: images[image].source, output: images[image].outputs[output].path ?? "")
  }

  /// The places of the rows with a key: several only where rows have no output. Where there is none, empty, where it would
  /// stand.
  func places(of key: RowKey) -> Range<Int> {
    let first = (0..<count).firstPlace { self.key(at: $0) >= key }
    var end = first
    while end < count, self.key(at: end) == key { end += 1 }
    return first..<end
  }
}

extension Range<Int> {
  /// The first number of which `isBehind` is true, as it is of all behind that one; else the end.
  fileprivate func firstPlace(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
