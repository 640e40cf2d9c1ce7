import System

/// A file of profiles in AWS's form (AWS SDKs and Tools Reference Guide, "Shared config and credentials files").
struct ProfileFile: Sendable {
  /// The keys of a section, in lower case, and their values.
  struct Section: Sendable {
    private(set) var values: [String: String] = [:]
    /// The indented keys below each key without a value.
    private(set) var nested: [String: [String: String]] = [:]
    private var last: String?

    subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    fileprivate mutating func add(_ key: String, _ value: String) {
      values[key] = value
      last = key
    }

    /// Adds an indented line. It belongs to the last key, and counts only below a key without a value.
    fileprivate mutating func addIndented(_ line: ArraySlice<UInt8>) {
      guard let last, values[last] == "", let (key, value) = ProfileFile.pair(line) else { return }
      nested[last, default: [:]][key] = value
    }
  }

  /// The sections by kind and name: `profile x`, `services y`, or a lone name.
  private var sections: [String: Section] = [:]

  init() {}

  /// Reads the file's bytes. Throws for a line that is none of a section's name, `key = value`, an indented line, a
  /// comment (`#` or `;`) and a blank line, and for a control character. The message begins with the line.
  init(_ bytes: [UInt8]) throws(StoreFault) {
    var current: String?
    let lines = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
    for (place, line) in lines.enumerated() {
      var line = line
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard String(validating: line, as: UTF8.self) != nil,
        line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0.isBlank })
      else { throw StoreFault("line \(place + 1) has a control character, or isn't UTF-8") }
      let text = line.trimmed
      guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { continue }
      if let name = Self.sectionName(text) {
        current = name
        sections[name, default: Section()] = sections[name] ?? Section()
      } else if let current, line.first?.isBlank == true {
        sections[current]?.addIndented(text)
      } else if let current, let (key, value) = Self.pair(text) {
        sections[current]?.add(key, value)
      } else {
        throw StoreFault("line \(place + 1) is neither a section's name nor 'key = value' in a section")
      }
    }
  }

  /// The section of a name, or of a kind and a name: `profile x`. Nil if there is none.
  func section(_ name: String, kind: String? = nil) -> Section? {
    sections[kind.map { "\($0) \(name)" } ?? name]
  }

  /// The text in a line's brackets, with one space between kind and name and without quotes around the name.
  private static func sectionName(_ line: ArraySlice<UInt8>) -> String? {
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    let name = line[(line.startIndex + 1)..<end].trimmed
    let kind = name.prefix { !$0.isBlank }
    let rest = name[kind.endIndex...].trimmed
    let parts = rest.isEmpty ? [unquoted(kind)] : [kind, unquoted(rest)]
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  private static func unquoted(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard name.count >= 2, let mark = name.first, mark == name.last,
      mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'")
    else { return name }
    return name.dropFirst().dropLast()
  }

  /// The key in lower case, and the value without a comment; nil for a line without `=` or a key.
  private static func pair(_ line: ArraySlice<UInt8>) -> (key: String, value: String)? {
    guard let mark = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let key = line[..<mark].trimmed
    if key.isEmpty { return nil }
    let value = line[(mark + 1)...]
    // A comment begins behind a blank.
    let comment = value.indices.first {
      (value[$0] == UInt8(ascii: "#") || value[$0] == UInt8(ascii: ";")) && line[$0 - 1].isBlank
    }
    return (
      String(decoding: key, as: UTF8.self).lowercased(),
      String(decoding: value[..<(comment ?? value.endIndex)].trimmed, as: UTF8.self)
    )
  }
}
