/// The errors of one job file, in the order of discovery.
struct ProblemList {
  /// The most errors that are kept: enough for any file written by hand.
  static let most = 1000

  private let file: String
  private var found: [Diagnostic] = []
  private var dropped = 0

  /// An empty list. `file` is the job file's name as the user gave it.
  init(file: String) { self.file = file }

  var isEmpty: Bool { found.isEmpty }
  /// True when further errors are only counted.
  var isFull: Bool { found.count >= Self.most }

  /// Adds an error. An error without a location concerns the whole file.
  mutating func report(_ location: SourceLocation?, _ message: @autoclosure () -> String) {
    guard !isFull else {
      dropped += 1
      return
    }
    found.append(Diagnostic(file: file, at: location, message()))
  }

  /// All errors by place; errors of one place keep the order of discovery.
  var sorted: [Diagnostic] {
    let ordered = found.enumerated().sorted { Self.key($0) < Self.key($1) }.map(\.element)
    guard dropped > 0 else { return ordered }
    return ordered + [Diagnostic(file: file, at: nil, "\(dropped) more errors are not shown")]
  }

  private static func key(_ item: (offset: Int, element: Diagnostic)) -> (Int, Int, Int) {
    (item.element.location?.line ?? 0, item.element.location?.column ?? 0, item.offset)
  }
}
