import ImageModel
import JSON
import Planning
import Rendering

/// What came of one item that a worker was fed: a line of its standard output.
package struct ItemResult: JSONWritable {
  private let image: ImagePlan?
  private let rows: [ManifestRow]
  private let refusal: Finding?
  private let line: Int?

  /// An item that was worked on.
  package init(_ header: ManifestHeader, _ image: ImagePlan, _ outcome: ImageOutcome) {
    self.image = image
    rows = image.outputs.indices.map { ManifestRow(header, image, $0, outcome) }
    refusal = nil
    line = nil
  }

  /// An item that wasn't, for this reason.
  package init(refused image: ImagePlan, _ refusal: Finding) {
    self.image = image
    rows = []
    self.refusal = refusal
    line = nil
  }

  /// A line, of this number in the input, that is no item.
  package init(refusedLine line: Int, _ refusal: Finding) {
    image = nil
    rows = []
    self.refusal = refusal
    self.line = line
  }

  private var status: String {
    if refusal != nil { return "refused" }
    return (rows.allSatisfy { $0.status == .ok } ? ManifestRow.Status.ok : .failed).rawValue
  }

  /// An object with `line`, which is null where the item is known, `index`, `source` and `id` as in the plan, `status`,
  /// `error` and the `rows` of the manifest.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("line", line)
      json.field("index", image?.index)
      json.field("source", image?.source)
      json.field("id", image?.id)
      json.field("status", status)
      json.field("error", refusal)
      json.field("rows", rows)
    }
  }
}
