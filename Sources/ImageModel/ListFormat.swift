/// The format of a list of URLs. The ending of the list's name tells it.
package enum ListFormat: String, Hashable, Sendable, CaseIterable {
  /// Each line is a URL.
  case txt
  /// Rows with names of columns in the first row (RFC 4180).
  case csv
  /// Each line is a JSON object.
  case jsonl

  /// The format of annotation files whose boxes the list's rows can have; nil for a list without columns.
  package var annotations: AnnotationFormat? {
    switch self {
    case .txt: nil
    case .csv: .csv
    case .jsonl: .jsonl
    }
  }

  /// The format of the list `name`; nil if its ending, in any case, is none of a list.
  package init?(ofList name: String) {
    let name = name.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = format
  }
}
