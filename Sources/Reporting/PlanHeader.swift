import JSON
import Planning

/// The first line of a plan in JSON.
package struct PlanHeader: JSONObject, Hashable, Sendable {
  package var tool: String
  package var recipeNumber: Int
  package var libraries: LibraryVersions
  /// SHA-256 of the job file, in hexadecimal.
  package var jobSHA256: String
  /// Bytes of the process beside the images in work.
  package var baseBytes: Int

  /// The header of a plan that will run with `header`.
  package init(_ header: ManifestHeader) {
    tool = header.tool
    recipeNumber = header.recipeNumber
    libraries = header.libraries
    jobSHA256 = header.jobSHA256
    baseBytes = BatchPlan.baseBytes
  }

  package func writeFields(to json: inout JSONWriter) {
    json.field("tool", tool)
    json.field("recipe_number", recipeNumber)
    json.field("libraries", libraries)
    json.field("job_sha256", jobSHA256)
    json.field("base_bytes", baseBytes)
  }
}
