extension Int {
  /// The digits, upper-case, with zeros before them if there are fewer than `count`.
  package func digits(_ count: Int, radix: Int = 10) -> String {
    let text = String(self, radix: radix, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
