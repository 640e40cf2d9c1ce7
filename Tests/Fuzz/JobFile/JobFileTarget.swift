import JobFile
import Reporting

/// Job files: read, or refused with errors that lie in the text and can be printed.
package enum JobFileTarget: FuzzTarget {
  package static let name = "JobFile"
  package static let longest = 8192

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard case .failure(let errors) = JobFileReader.read(text: bytes, file: "job.yaml") else { return nil }
    guard !errors.diagnostics.isEmpty else { return "refused without an error" }
    let lines = TextLines(bytes)
    for diagnostic in errors.diagnostics where !isPlaced(diagnostic, in: lines) {
      return "an error lies outside the text: \(diagnostic)"
    }
    let places = errors.diagnostics.compactMap(\.location).map { ($0.line, $0.column) }
    guard zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) else { return "errors out of order" }
    let text = DiagnosticText(text: bytes).rendered(errors.diagnostics)
    return text.unicodeScalars.first(where: isControl).map { "a control character is printed: \($0.value)" }
  }

  /// True for a place in the text, and for the few errors that concern the file as a whole.
  static func isPlaced(_ diagnostic: Diagnostic, in lines: TextLines) -> Bool {
    guard let place = diagnostic.location else {
      return wholeFile.contains(diagnostic.message)
        || diagnostic.message.hasSuffix(" more errors are not shown")
    }
    return lines.holds(line: place.line, column: place.column)
  }

  private static let wholeFile: Set = [
    "the file is larger than 1 MiB", "the file is UTF-16; save it as UTF-8", "the file is empty",
  ]

  /// C0, DEL and C1 but line feed and tab: what a terminal would obey.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
  }
}

/// The lines of a text, counted without the code under test.
struct TextLines {
  /// Characters of each line, with what ends it.
  private var lengths = [0]

  /// Lines end at LF, CR LF and CR; a byte order mark isn't part of the first one.
  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if previous == "\n" || previous == "\r" && scalar != "\n" { lengths.append(0) }
      lengths[lengths.count - 1] += 1
      previous = scalar
    }
    if previous == "\n" || previous == "\r" { lengths.append(0) }
  }

  /// True for a character, and for the place behind the last one. Both count from 1.
  func holds(line: Int, column: Int) -> Bool {
    lengths.indices.contains(line - 1) && (1...lengths[line - 1] + 1).contains(column)
  }
}
