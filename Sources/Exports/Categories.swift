import ImageModel
import Planning

/// The categories of all boxes in a job, sorted by bytes. A category's index is its class number.
struct Categories {
  let names: [String]
  /// The largest number of keypoints of an object.
  let mostKeypoints: Int
  private let numbers: [ExactText: Int]
  private let keypoints: [ExactText: CategoryKeypoints]

  init(_ plan: BatchPlan) {
    let boxes = plan.images.lazy.compactMap(\.boxes).joined()
    let sorted = Set(boxes.map { ExactText($0.category ?? ShownBox.uncategorized) }).sorted()
    names = sorted.map(\.text)
    numbers = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
    mostKeypoints = boxes.lazy.map { $0.shape?.keypointCount ?? 0 }.max() ?? 0
    keypoints = Dictionary(plan.keypoints.map { (ExactText($0.category), $0) }) { first, _ in first }
  }

  /// The class number of the category `name`; class numbers count from 0. The plan must have this category.
  func number(of name: String) -> Int { numbers[ExactText(name)] ?? 0 }

  /// The names and the skeleton of keypoints of the category `name`; nil if annotation files give none.
  func keypoints(of name: String) -> CategoryKeypoints? { keypoints[ExactText(name)] }
}
