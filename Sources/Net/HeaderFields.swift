import System

/// Fields of a request's or a reply's header, in their order (RFC 9110, section 5).
package struct HeaderFields: Hashable, Sendable {
  private struct Field: Hashable, Sendable {
    let name, value: String
  }

  private var fields: [Field] = []

  package init() {}

  /// Reads lines such as `etag: "1"`. Bytes that are no UTF-8 become U+FFFD.
  init(lines: some Sequence<UInt8>) {
    for line in Array(lines).split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
      append(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
  }

  /// True if there is no field.
  package var isEmpty: Bool { fields.isEmpty }

  /// Adds a field. The case of `name` has no meaning.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name.lowercased(), value: value))
  }

  /// Adds all fields of another header.
  package mutating func append(_ others: HeaderFields) { fields += others.fields }

  /// The fields without those of some names, which are in lower case.
  func without(_ names: [String]) -> HeaderFields {
    var kept = self
    kept.fields.removeAll { names.contains($0.name) }
    return kept
  }

  /// The first value of a field; nil if there is none.
  package subscript(name: String) -> String? { values(of: name).first }

  /// All values of a field.
  package func values(of name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// The fields that a request keeps behind a redirect. Another origin sees the conditions only.
  func followed(from address: WebAddress, to next: WebAddress) -> HeaderFields {
    if next.origin == address.origin { return self }
    var kept = self
    kept.fields.removeAll { !Self.conditionNames.contains($0.name) }
    return kept
  }

  /// RFC 9110, section 13.1.
  private static let conditionNames = [
    "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range",
  ]

  /// Lines for libcurl, which takes `name;` for an empty value. Nil if one can't stand in a header, such as one
  /// with a line break.
  var lines: [String]? {
    for field in fields {
      let isClean = (field.name + field.value).utf8.allSatisfy {
        $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t")
      }
      if !isClean || field.name.isEmpty || field.name.utf8.contains(where: Self.separators.contains) {
        return nil
      }
    }
    return fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
  }

  private static let separators = Array(" \t:;".utf8)
}
