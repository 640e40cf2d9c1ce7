import Execution

/// A bar that shows how far a run is, redrawn in place ten times a second at most.
package struct Progress: Sendable {
  private let total: Int
  private let start: Int64
  private var done = 0
  private var drawn: Int64 = 0
  private static let width = 24

  /// A bar for `total` images that starts at the clock's `now`, in nanoseconds.
  package init(total: Int, now: Int64) {
    self.total = total
    start = now
  }

  /// Counts an image; what to write to the terminal, or nil when it was redrawn just before.
  package mutating func step(now: Int64) -> String? {
    done += 1
    guard now - drawn >= 100_000_000 || done == total else { return nil }
    drawn = now
    return "\r" + text(now) + "\u{1B}[K"
  }

  /// What takes the bar away again.
  package static let clear = "\r\u{1B}[K"

  private func text(_ now: Int64) -> String {
    let filled = total > 0 ? done * Self.width / total : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let seconds = Double(max(now - start, 1)) / 1e9
    let rate = Double(done) / seconds
    let left = Int((Double(total - done) / rate).rounded(.up))
    let tenths = Int((rate * 10).rounded())
    return "[\(bar)] \(done)/\(total) images, \(tenths / 10).\(tenths % 10) a second, \(duration(left)) left"
  }

  private func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
