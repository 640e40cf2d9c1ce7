extension String {
  /// The name of page `page`, for an item with `page: all`.
  func withPage(_ page: Int) -> String { "\(self)#\(page)" }

  /// The item's name from the name of page `page`; unchanged if it names no page.
  func withoutPage(_ page: Int) -> String {
    let end = "".withPage(page)
    return hasSuffix(end) ? String(dropLast(end.count)) : self
  }
}
