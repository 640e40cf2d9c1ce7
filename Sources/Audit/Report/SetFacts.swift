import ImageModel
import JSON
import Planning

/// A named number of pictures or boxes.
package struct FactCount: Sendable {
  package let name: String
  package let count: Int
}

/// The facts about a set that its report counts.
package struct SetFacts: Sendable {
  /// Pictures by the longer side as shown, in pixels. Only classes with pictures are there.
  package private(set) var sizes: [FactCount] = []
  /// Pictures by the ratio of width to height as shown.
  package private(set) var aspects: [FactCount] = []
  /// Pictures by their orientation tag, from `1` to `8`, or `none`.
  package private(set) var orientations: [FactCount] = []
  package private(set) var formats: [FactCount] = []
  /// Boxes by their category, most boxes first; at most ``mostCategories``.
  package private(set) var categories: [FactCount] = []
  /// The number of all categories.
  package private(set) var categoryCount = 0

  /// A hostile annotation file may have any number of categories.
  package static let mostCategories = 1000

  /// The upper ends of the classes of sizes.
  private static let sides = (6...15).map { 1 << $0 }
  /// The classes of aspects: the names, and the ratios below which they end. A square has a class of its own.
  private static let ratios: [(name: String, below: Double)] = [
    ("narrower than 1:3", 1.0 / 3), ("1:3 to 1:2", 1.0 / 2), ("1:2 to 2:3", 2.0 / 3), ("2:3 to 1:1", 1),
    ("1:1", 1.0.nextUp), ("1:1 to 3:2", 1.5.nextUp), ("3:2 to 2:1", 2.0.nextUp), ("2:1 to 3:1", 3.0.nextUp),
  ]
  private static let widest = "wider than 3:1"
  private static let largest = "more"

  init(_ subject: AuditSubject, _ categories: [CategoryUse]) {
    var sizes: [String: Int] = [:]
    var aspects: [String: Int] = [:]
    var orientations: [String: Int] = [:]
    var formats: [String: Int] = [:]
    for place in subject.pictures {
      let image = subject.images[Int(place)]
      if let format = image.format { formats[format.rawValue, default: 0] += 1 }
      guard let stored = image.storedSize, stored.area > 0 else { continue }
      let shown = image.shownOrientation.turned(stored)
      sizes[Self.side(max(shown.width, shown.height)), default: 0] += 1
      aspects[Self.aspect(Double(shown.width) / Double(shown.height)), default: 0] += 1
      orientations[image.isUntagged ? "none" : "\(image.shownOrientation.rawValue)", default: 0] += 1
    }
    self.sizes = Self.counts(sizes, in: Self.sides.map(Self.side) + [Self.largest])
    self.aspects = Self.counts(aspects, in: Self.ratios.map(\.name) + [Self.widest])
    self.orientations = Self.counts(orientations, in: ["none"] + (1...8).map(String.init))
    self.formats = Self.counts(formats, in: SourceFormat.allCases.map(\.rawValue))
    categoryCount = categories.count
    self.categories = categories.sorted {
      $0.boxes == $1.boxes ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.boxes > $1.boxes
    }.prefix(Self.mostCategories).map { FactCount(name: $0.name, count: $0.boxes) }
  }

  private static func side(_ pixels: Int) -> String {
    sides.first { pixels <= $0 }.map { "up to \($0)" } ?? largest
  }

  private static func aspect(_ ratio: Double) -> String { ratios.first { ratio < $0.below }?.name ?? widest }

  private static func counts(_ counts: [String: Int], in order: [String]) -> [FactCount] {
    order.compactMap { name in counts[name].map { FactCount(name: name, count: $0) } }
  }

  /// The facts with their titles and their keys in JSON, in the order of reports.
  package var groups: [(title: String, key: String, counts: [FactCount])] {
    [
      ("longer side", "longer_sides", sizes), ("width to height", "aspects", aspects),
      ("orientation tag", "orientations", orientations), ("format", "formats", formats),
      ("category", "categories", categories),
    ]
  }
}

extension SetFacts: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    for (_, key, counts) in groups {
      json.key(key)
      json.list { json in
        for fact in counts {
          json.object { json in
            json.field("name", fact.name)
            json.field("count", fact.count)
          }
        }
      }
    }
    json.field("category_count", categoryCount)
  }
}
