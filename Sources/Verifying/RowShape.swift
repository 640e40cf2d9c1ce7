import JSON
import Reporting

/// Checks the rows of a manifest, but doesn't compare them with a plan.
struct RowShape {
  /// The SHA-256 of the job file. All rows must have this hash.
  let jobSHA256: String
  /// The versions that all rows must have. Nil if they may have several: the job keeps outputs of other versions.
  let versions: ManifestFacts.Versions?
  var last: RowKey?

  /// The fault of a line; nil if it has none. Call this function for each line in the manifest's order.
  mutating func fault(of line: ManifestLine) throws -> String? {
    guard case .object(let members) = try JSONValue(line: line.bytes[...]) else { return nil }
    let value = JSONValue.object(members)
    let keys = members.map(\.key)
    for (index, key) in keys.enumerated()
    where !ManifestRow.keys.contains(key) || keys.firstIndex(of: key) != index {
      return "'\(key)' is no key of a row, or is there twice"
    }
    if let key = ManifestRow.keys.first(where: { !keys.contains($0) && !ManifestRow.rareKeys.contains($0) }) {
      return "'\(key)' is missing"
    }
    let sums = ["source_sha256", "output_sha256", "output_bytes"]
    if line.isMade, let key = sums.first(where: { value[$0] == nil }) { return "'\(key)' is null" }
    var others: [String] = []
    if value["job_sha256"]?.text != jobSHA256 { others.append("job_sha256") }
    if let versions {
      if value["tool"] != versions.tool { others.append("tool") }
      if value["recipe_number"] != versions.recipeNumber { others.append("recipe_number") }
      if value["libraries"] != versions.libraries { others.append("libraries") }
    }
    if !others.isEmpty { return RowExpectation.differ(others, "as in other rows") }
    defer { last = line.key }
    if let last, line.key < last || line.key == last && line.isMade {
      return "the row is there twice or out of order"
    }
    return line.isEnded ? nil : "the line has no end"
  }
}
