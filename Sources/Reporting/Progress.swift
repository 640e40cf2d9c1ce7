import ImageModel
import Survey
import System

/// The progress of a run, shown at most ten times a second.
package struct Progress: Sendable {
  private let total: Int
  private let totalBytes: Int
  private let start: Int64
  private var begun = 0
  private var made = 0
  private var madeBytes = 0
  private var drawn: Int64 = 0
  private static let width = 24

  /// The text estimates the remaining time once `enoughTime` nanoseconds have passed, and `enoughImages`
  /// images or a tenth of all images are finished.
  private static let (enoughImages, enoughTime) = (20, Int64(3_000_000_000))

  /// The progress with `total` images whose sources have `bytes` bytes in all. `now` is the start time in
  /// nanoseconds.
  package init(total: Int, bytes: Int, now: Int64) {
    self.total = total
    totalBytes = bytes
    start = now
  }

  /// Counts an image that was started.
  package mutating func begin() { begun += 1 }

  /// Counts a finished image, whose source has `bytes` bytes.
  package mutating func finish(bytes: Int) {
    made += 1
    madeBytes += bytes
  }

  /// The text for a terminal of `columns` columns, with the use of the `network`; nil if the progress was just
  /// shown.
  package mutating func draw(
    now: Int64, network: NetworkUse = NetworkUse(), columns: Int = 80
  ) -> String? {
    isDue(now) ? Self.line(text(now, network), columns) : nil
  }

  /// The progress for another program; nil if the progress was just shown.
  package mutating func line(now: Int64) -> ProgressLine? {
    isDue(now) ? .making(done: made, total: total, bytes: madeBytes, totalBytes: totalBytes) : nil
  }

  private mutating func isDue(_ now: Int64) -> Bool {
    guard now - drawn >= 100_000_000 || made == total else { return false }
    drawn = now
    return true
  }

  /// The text for a terminal of `columns` columns: the words `doing`, the `seconds` that this has taken so
  /// far, and the counts in `work`.
  package static func heartbeat(_ doing: String, _ work: WorkDone, seconds: Int, columns: Int) -> String {
    var parts = [doing, "\(duration(seconds)) gone"]
    if work.images > 0 { parts.append("\(work.images.counted("image")) looked at") }
    if work.bytes > 0 { parts.append("\(ByteCount.text(work.bytes)) hashed") }
    if work.outputs > 0 { parts.append("\(work.outputs.counted("output")) rendered") }
    let network = work.network.use
    if network.requests > 0 { parts.append(network.text) }
    return line(parts.joined(separator: ", "), columns)
  }

  /// The text that removes the bar.
  package static let clear = "\r\u{1B}[K"

  private static func line(_ text: String, _ columns: Int) -> String {
    "\r" + text.prefix(columns - 1) + "\u{1B}[K"
  }

  /// The bar's text. The most important facts come first, since a narrow terminal cuts the end.
  private func text(_ now: Int64, _ network: NetworkUse) -> String {
    let filled = total > 0 ? made * Self.width / total : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let passed = max(now - start, 1)
    var parts = ["[\(bar)] \(made)/\(total) images"]
    if let left = timeLeft(passed) { parts.append("\(Self.duration(left)) left") }
    if made > 0 {
      let tenths = Int((Double(made) * 1e10 / Double(passed)).rounded())
      parts.append("\(tenths / 10).\(tenths % 10) a second")
    }
    if begun > made { parts.append("\(begun - made) in work") }
    if network.requests > 0 { parts.append(network.text) }
    parts.append("\(ByteCount.text(madeBytes)) of \(ByteCount.text(totalBytes))")
    if made == 0 { parts.append("\(Self.duration(Int(passed / 1_000_000_000))) gone") }
    return parts.joined(separator: ", ")
  }

  /// Seconds left, estimated from the bytes of the sources; nil if too few images are finished.
  private func timeLeft(_ passed: Int64) -> Int? {
    guard made < total, passed >= Self.enoughTime, madeBytes > 0,
      made >= Self.enoughImages || made * 10 >= total
    else { return nil }
    let left = Double(passed) / 1e9 * Double(totalBytes - madeBytes) / Double(madeBytes)
    return Int(left.rounded(.up))
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
