/// The names of a preview's pages: `a.html`, `a-2.html` and so on.
package struct PageNames: Hashable, Sendable {
  /// The number of pages.
  package let count: Int
  private let stem: String
  private let ending: String

  /// Names for `count` pages. `first` is the first page's name, without a folder.
  package init(first: String, count: Int) {
    self.count = count
    let dot = first.utf8.lastIndex(of: UInt8(ascii: ".")) ?? first.endIndex
    stem = String(first[..<dot])
    ending = String(first[dot...])
  }

  /// The name of page `number`, from 1.
  package func name(of number: Int) -> String { number == 1 ? stem + ending : "\(stem)-\(number)\(ending)" }

  /// The pages to which page `number` has links: the first page, the last page and near pages, in rising
  /// order. Nil stands for a gap.
  func near(_ number: Int) -> [Int?] {
    let wanted = Set([1, count] + (number - 3...number + 3)).filter { (1...count).contains($0) }.sorted()
    var pages: [Int?] = []
    for page in wanted {
      if let last = pages.last ?? nil, page > last + 1 { pages.append(nil) }
      pages.append(page)
    }
    return pages
  }
}
