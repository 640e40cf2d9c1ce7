import Planning

/// The categories of all boxes of a job, by their bytes; their places are the numbers of classes.
struct Categories {
  let names: [String]
  private let numbers: [String: Int]

  init(_ plan: BatchPlan) {
    let all = plan.images.lazy.compactMap(\.boxes).joined().map { $0.category ?? ShownBox.uncategorized }
    names = Set(all).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    numbers = Dictionary(uniqueKeysWithValues: zip(names, 0...))
  }

  /// The number of a category of the plan, from 0.
  func number(of name: String) -> Int { numbers[name] ?? 0 }
}
