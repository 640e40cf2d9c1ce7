import ImageModel
import Planning

/// The categories of all boxes in a job, sorted by bytes. A category's index is its class number.
struct Categories {
  let names: [String]
  private let numbers: [ExactText: Int]

  init(_ plan: BatchPlan) {
    let all = plan.images.lazy.compactMap(\.boxes).joined().map { $0.category ?? ShownBox.uncategorized }
    let sorted = Set(all.map { ExactText($0) }).sorted()
    names = sorted.map(\.text)
    numbers = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
  }

  /// The class number of the category `name`; class numbers count from 0. The plan must have this category.
  func number(of name: String) -> Int { numbers[ExactText(name)] ?? 0 }
}
