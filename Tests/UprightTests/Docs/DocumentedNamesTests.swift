import Audit
import Foundation
import ImageModel
import TestSupport
import Testing

/// Codes, keys, values and defaults that the documentation names are those of the code.
struct DocumentedNamesTests {
  private static func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(PackageRoot.path)/docs/\(name).md", encoding: .utf8)
  }

  /// The rows of the tables of a section: the cells of each, without the spaces around them.
  private static func rows(_ page: String, section: String) throws -> [[String]] {
    let lines = try Self.page(page).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "## \(section)" })
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("## ") } ?? lines.endIndex
    return lines[start..<end].filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What stands between backticks.
  private static func names(_ text: String) -> [String] {
    text.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  @Test("The manifest's page lists every code of errors, warnings and notes, and no other")
  func codes() throws {
    let listed = try ["Errors", "Warnings", "Notes"].flatMap { section in
      try Self.rows("manifest", section: section).flatMap { Self.names($0.first ?? "") }
    }
    // A worker's answer has this code, and no manifest.
    let all = Set(try DeclaredCodes.names()).subtracting(["bad_item"])
    #expect(Set(listed).subtracting(all) == [])
    #expect(all.subtracting(listed) == [])
    #expect(try Self.page("manifest").contains("`bad_item`"))
  }

  @Test("The page on audits lists every code of findings, and no other")
  func auditCodes() throws {
    let listed = try Self.rows("audit", section: "Findings").flatMap { Self.names($0.first ?? "") }
    #expect(Set(listed) == Set(AuditCode.allCases.map(\.rawValue)))
  }

  /// The schema, which a test of its own compares with the code.
  private static func schema() throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(PackageRoot.path)/schema/job-v1.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Every object within a value of JSON.
  private static func objects(_ value: Any) -> [[String: Any]] {
    if let object = value as? [String: Any] { return [object] + object.values.flatMap(objects) }
    if let list = value as? [Any] { return list.flatMap(objects) }
    return []
  }

  @Test("Every key and every value that has a name stands in the documentation of job files")
  func keysAndValues() throws {
    let pages = try ["job-file", "annotations", "exports", "remote"].map(Self.page).joined()
    let code = pages.matches(of: /```yaml.*?```|`[^`\n]+`/.dotMatchesNewlines()).map { $0.0 }.joined(
      separator: " ")
    let words = Set(code.matches(of: /[A-Za-z0-9_:.+-]+/).map { $0.0.trimmingCharacters(in: [":"]) })
    for object in Self.objects(try Self.schema()) {
      let keys = (object["properties"] as? [String: Any])?.keys.map { $0 } ?? []
      let values = (object["enum"] as? [Any] ?? [object["const"] as Any]).compactMap { $0 as? String }
      for name in keys + values { #expect(words.contains(name), "'\(name)'") }
    }
  }

  @Test("The table of keys has every key of a job, with the default that the schema has")
  func defaults() throws {
    let schema = try Self.schema()
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    let rows = try Self.rows("job-file", section: "Keys")
    let listed = Set(rows.flatMap { Self.names($0.first ?? "") })
    #expect(Set(properties.keys).subtracting(listed) == [])
    for row in rows where row.count == 5 {
      let keys = Self.names(row[0])
      let shown = Self.names(row[4])
      for (place, key) in keys.enumerated() {
        let reference = (properties[key]?["$ref"] as? String)?.split(separator: "/").last.map(String.init)
        guard let property = reference.flatMap({ definitions[$0] }) ?? properties[key], !shown.isEmpty else {
          continue
        }
        let text = shown.count == keys.count ? shown[place] : shown[0]
        if let value = property["default"] {
          #expect(Self.isSame(text, value), "\(key): \(text) for \(value)")
        } else if let parts = property["properties"] as? [String: [String: Any]], text.hasPrefix("{") {
          for part in text.dropFirst().dropLast().split(separator: /, (?=[a-z_]+:)/) {
            let pair = part.split(separator: ": ", maxSplits: 1).map(String.init)
            let value = try #require(parts[pair[0]]?["default"], "\(key).\(pair[0])")
            #expect(Self.isSame(pair[1], value), "\(key).\(pair[0]): \(pair[1]) for \(value)")
          }
        }
      }
    }
  }

  /// True for the YAML of a value of JSON.
  private static func isSame(_ yaml: String, _ value: Any) -> Bool {
    let text = yaml.trimmingCharacters(in: ["\""])
    if let list = value as? [String] { return text == "[\(list.joined(separator: ", "))]" }
    if let text = value as? String { return yaml.trimmingCharacters(in: ["\""]) == text }
    guard let number = value as? NSNumber else { return false }
    return text == "\(number)" || text == (number.boolValue ? "true" : "false")
  }
}
