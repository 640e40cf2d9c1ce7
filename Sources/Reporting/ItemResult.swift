import ImageModel
import JSON
import Planning
import Rendering

/// The result of one item of `upright worker`: a line of its standard output.
package struct ItemResult: JSONObject {
  private let image: ImagePlan?
  private let rows: [ManifestRow]
  private let refusal: Finding?
  private let line: Int?

  /// The result of a processed item.
  package init(_ header: ManifestHeader, _ image: ImagePlan, _ outcome: ImageOutcome) {
    self.image = image
    rows = image.outputs.indices.map { ManifestRow(header, image, $0, outcome) }
    refusal = nil
    line = nil
  }

  /// The result of a refused item, with the reason.
  package init(refused image: ImagePlan, _ refusal: Finding) {
    self.image = image
    rows = []
    self.refusal = refusal
    line = nil
  }

  /// The result of a line that is no item. `line` is the line's number in the input.
  package init(refusedLine line: Int, _ refusal: Finding) {
    image = nil
    rows = []
    self.refusal = refusal
    self.line = line
  }

  private var status: String {
    if refusal != nil { return "refused" }
    if image?.isFiltered == true { return ManifestRow.Status.filtered.rawValue }
    return (rows.allSatisfy { $0.status == .ok } ? ManifestRow.Status.ok : .failed).rawValue
  }

  /// An object with the keys `line`, `index`, `source`, `id`, `status`, `error` and `rows`. For a known item
  /// `line` is null, and `index`, `source` and `id` are those of the plan. `rows` holds the item's rows of
  /// the manifest.
  package func writeFields(to json: inout JSONWriter) {
    json.field("line", line)
    json.field("index", image?.index)
    json.field("source", image?.source)
    json.field("id", image?.id)
    json.field("status", status)
    json.field("error", refusal)
    json.field("rows", rows)
  }
}
