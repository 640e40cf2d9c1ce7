import JobFile
import Testing

/// A wrong job file with all of its errors, each as `LINE:COLUMN: MESSAGE`.
struct WrongJob: CustomTestStringConvertible, Sendable {
  var text: String
  var errors: [String]

  var testDescription: String { text.count > 80 ? String(text.prefix(80)) + "..." : text }

  /// A whole file.
  static func file(_ text: String, _ errors: String...) -> WrongJob {
    WrongJob(text: text, errors: errors)
  }

  /// Keys of the top level; they begin in line 4.
  static func job(_ keys: String, _ errors: String...) -> WrongJob {
    let head = "version: 1\nsources: [a.jpg]\noutputs: [{path: \"{stem}.jpg\"}]\n"
    return WrongJob(text: head + keys + "\n", errors: errors)
  }

  /// Keys of an entry of `sources`; they begin in line 3, column 5, below `- `.
  static func source(_ keys: String, _ errors: String...) -> WrongJob {
    let tail = "\noutputs: [{path: \"{stem}.jpg\"}]\n"
    return WrongJob(text: "version: 1\nsources:\n  - " + indented(keys) + tail, errors: errors)
  }

  /// Keys of an entry of `outputs`; they begin in line 4, column 5, below `- `.
  static func output(_ keys: String, _ errors: String...) -> WrongJob {
    let head = "version: 1\nsources: [a.jpg]\noutputs:\n  - "
    return WrongJob(text: head + indented(keys) + "\n", errors: errors)
  }

  /// What is said of a path whose format can't be told, and the formats that can be named.
  static let endings = "end the path in '.jpg', '.png', '.tif', '.webp', '.avif' or '.gif', or add 'format'"
  static let formats = "'jpeg', 'png', 'tiff', 'webp', 'avif', 'gif' or 'same'"

  private static func indented(_ keys: String) -> String {
    keys.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
  }

  /// Reads the text and compares all that is said about it.
  func check() {
    let expected = errors.map { "job.yaml:" + $0 }
    #expect(Self.errors(of: Array(text.utf8)) == expected)
  }

  /// The errors of a file called `job.yaml`, as they are printed but without the lines.
  static func errors(of text: [UInt8]) -> [String] {
    guard case .failure(let failure) = JobFileReader.read(text: text, file: "job.yaml") else { return [] }
    return failure.diagnostics.map { diagnostic in
      let place = diagnostic.location.map { "\($0.line):\($0.column)" } ?? ""
      return "\(diagnostic.file):\(place): \(diagnostic.message)"
    }
  }
}
