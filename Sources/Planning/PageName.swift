extension String {
  /// The name of page `page`, for an item with `page: all`.
  func withPage(_ page: Int) -> String { "\(self)#\(page)" }

  /// Undoes ``withPage(_:)``: removes `#` and the number `page` from the end of the name, if they are there.
  func withoutPage(_ page: Int) -> String {
    let end = "".withPage(page)
    return hasSuffix(end) ? String(dropLast(end.count)) : self
  }
}
