import Planning

/// The order of a manifest's rows: by the bytes of `source`, then of `output`.
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

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
