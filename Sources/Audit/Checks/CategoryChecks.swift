import Annotations
import ImageModel
import System

/// A category in all annotations of a set.
struct CategoryUse {
  let name: String
  var boxes = 0
  /// The indices of the first set and file with the category.
  let set: Int
  let file: Int32
}

/// Categories that are written in several ways.
extension Auditor {
  /// Finds categories that differ only by case or white space. The one of most boxes counts as right.
  mutating func checkCategories(_ uses: [CategoryUse]) {
    var groups: [String: [CategoryUse]] = [:]
    for use in uses { groups[use.name.plainSpelling, default: []].append(use) }
    for (_, group) in groups.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    where group.count > 1 {
      // If several spellings are equally frequent, the first one counts as right.
      guard let right = group.map(\.boxes).max().flatMap({ most in group.first { $0.boxes == most } }) else {
        continue
      }
      for use in group where !use.name.hasSameBytes(as: right.name) {
        add(
          .categorySpelling, subject.sets[use.set], file: use.file,
          "the category '\(use.name)' (\(use.boxes.boxes)) is written '\(right.name)' elsewhere (\(right.boxes.boxes))"
        )
      }
    }
  }
}

extension AuditSubject {
  /// The categories of all sets with the numbers of their boxes, in the order of their first mention.
  var categories: [CategoryUse] {
    var uses: [CategoryUse] = []
    var places: [ExactText: Int] = [:]
    func place(of name: String, _ set: Int, _ file: Int32) -> Int {
      if let known = places[ExactText(name)] { return known }
      places[ExactText(name)] = uses.count
      uses.append(CategoryUse(name: name, set: set, file: file))
      return uses.count - 1
    }
    for (number, set) in sets.enumerated() {
      for box in set.table.boxes {
        guard let name = set.table.category(of: box) else { continue }
        uses[place(of: name, number, box.file)].boxes += 1
      }
      // Categories without boxes may be misspelt too.
      if !set.table.files.isEmpty { for name in set.table.categories { _ = place(of: name, number, 0) } }
    }
    return uses
  }
}

extension String {
  /// The text in lower case, with one space for each run of white space, and none at its ends.
  fileprivate var plainSpelling: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}
