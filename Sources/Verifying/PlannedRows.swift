import Planning
import Reporting
import System

/// The rows of a plan, in the order of a manifest.
struct PlannedRows: Sendable {
  let images: [ImagePlan]
  private let rows: [ManifestOrder.Row]

  init(_ images: [ImagePlan]) {
    self.images = images
    rows = ManifestOrder(images).rows
  }

  var count: Int { rows.count }

  /// For the row at index `place`: the index of its image in the plan, and of its output in the image.
  func row(at place: Int) -> (image: Int, output: Int) { (Int(rows[place].image), Int(rows[place].output)) }

  func key(at place: Int) -> RowKey {
    let (image, output) = row(at: place)
    return RowKey(source: images[image].source, output: images[image].outputs[output].path ?? "")
  }

  /// The indices of the rows with this key. Only rows without an output can share a key. If no row has the
  /// key, the range is empty and lies where the row would be.
  func places(of key: RowKey) -> Range<Int> {
    let first = (0..<count).firstPlace { self.key(at: $0) >= key }
    var end = first
    while end < count, self.key(at: end) == key { end += 1 }
    return first..<end
  }
}
