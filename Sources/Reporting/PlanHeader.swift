import JSON
import Planning

/// The first line of a plan in JSON.
package struct PlanHeader: JSONObject {
  private let header: ManifestHeader
  private let splits: [SplitCount]

  package init(_ header: ManifestHeader, splits: [SplitCount] = []) {
    (self.header, self.splits) = (header, splits)
  }

  package func writeFields(to json: inout JSONWriter) {
    json.field("tool", header.tool)
    json.field("recipe_number", header.recipeNumber)
    json.field("libraries", header.libraries)
    json.field("job_sha256", header.jobSHA256)
    json.field("base_bytes", BatchPlan.baseBytes)
    if !splits.isEmpty { json.field("splits", splits) }
  }
}
