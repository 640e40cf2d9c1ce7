import JSON
import Planning

/// The first line of a plan in JSON.
package struct PlanHeader: JSONObject {
  private let header: ManifestHeader
  private let splits: [SplitCount]
  private let buckets: [BucketCount]
  /// The number of outputs that other versions made, and that the job keeps.
  private let older: Int

  package init(
    _ header: ManifestHeader, splits: [SplitCount] = [], buckets: [BucketCount] = [], older: Int = 0
  ) {
    (self.header, self.splits, self.buckets, self.older) = (header, splits, buckets, older)
  }

  package func writeFields(to json: inout JSONWriter) {
    json.field("tool", header.tool)
    json.field("recipe_number", header.recipeNumber)
    json.field("libraries", header.libraries)
    json.field("job_sha256", header.jobSHA256)
    json.field("base_bytes", BatchPlan.baseBytes)
    json.fieldIfPresent("older", older > 0 ? older : nil)
    if !splits.isEmpty { json.field("splits", splits) }
    if !buckets.isEmpty { json.field("buckets", buckets) }
  }
}

extension BucketCount: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("output", entry)
    json.field("size", size)
    json.fieldIfPresent("split", split)
    json.field("outputs", outputs)
    json.fieldIfPresent("batches", batches?.count)
    json.fieldIfPresent("last", batches?.last)
  }
}
