extension String {
  /// What page `page` is called of an item of this name, of which all pages are taken.
  func withPage(_ page: Int) -> String { "\(self)#\(page)" }

  /// The item's name, of what page `page` is called; the same where that has no page in it.
  func withoutPage(_ page: Int) -> String {
    let end = "".withPage(page)
    return hasSuffix(end) ? String(dropLast(end.count)) : self
  }
}
