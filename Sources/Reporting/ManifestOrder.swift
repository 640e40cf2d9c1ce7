import ImageModel
import Planning
import Rendering
import System

/// The order of a manifest's rows: by the bytes of `source`, then of `output`.
///
/// If paths need hashes of outputs, ``rows`` follows the paths of the plan. Only
/// ``forEach(of:outcome:_:)`` then gives the order of the manifest.
///
/// It takes the memory of two numbers for each row.
package struct ManifestOrder: Sendable {
  /// The manifest's row about one output.
  package struct Row: Sendable {
    /// The image's index in the plan.
    package let image: Int32
    /// The output's index in the image's plan.
    package let output: Int32
  }

  package let rows: [Row]

  /// The order of a whole batch's rows.
  package init(_ images: [ImagePlan]) {
    let rows = images.indices.flatMap { image in
      images[image].outputs.indices.map { Row(image: Int32(image), output: Int32($0)) }
    }
    self.rows = rows.sorted { one, other in
      let (first, second) = (images[Int(one.image)], images[Int(other.image)])
      if Self.precedes(first.source, second.source) { return true }
      if Self.precedes(second.source, first.source) { return false }
      return Self.precedes(
        first.outputs[Int(one.output)].path ?? "", second.outputs[Int(other.output)].path ?? "")
    }
  }

  /// Calls `body` with each row of `images` in the order of the manifest, and with the outcome of its image. Asks for an
  /// outcome once for each group of neighbouring rows of an image. The outcomes of one source's images are in memory
  /// together if their paths need hashes of outputs.
  func forEach(
    of images: [ImagePlan], outcome: (ImagePlan) throws -> ImageOutcome,
    _ body: (Row, ImageOutcome) throws -> Void
  ) throws {
    var current: (image: Int32, outcome: ImageOutcome)?
    func known(_ row: Row) throws -> ImageOutcome {
      if let current, current.image == row.image { return current.outcome }
      let found = try outcome(images[Int(row.image)])
      current = (row.image, found)
      return found
    }
    var rest = rows[...]
    while let first = rest.first {
      let source = images[Int(first.image)].source
      let group = rest.prefix { images[Int($0.image)].source.hasSameBytes(as: source) }
      rest = rest[group.endIndex...]
      guard group.contains(where: { Self.output($0, images).namesContent }) else {
        for row in group { try body(row, known(row)) }
        continue
      }
      let named = try group.map { row in
        let outcome = try known(row)
        let path = Self.output(row, images).path(ofBytes: outcome.outputs[Int(row.output)].sha256)
        return (row: row, outcome: outcome, path: path ?? "")
      }
      for (row, outcome, _) in named.sorted(by: { Self.precedes($0.path, $1.path) }) {
        try body(row, outcome)
      }
    }
  }

  private static func output(_ row: Row, _ images: [ImagePlan]) -> OutputPlan {
    images[Int(row.image)].outputs[Int(row.output)]
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
