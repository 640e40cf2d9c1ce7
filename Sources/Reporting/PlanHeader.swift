import Planning

/// The first line of a plan in JSON.
package struct PlanHeader: Codable, Hashable, Sendable {
  package var tool: String
  package var libraries: LibraryVersions
  /// SHA-256 of the job file, in hexadecimal.
  package var jobSHA256: String
  /// What the process takes up beside the images in work, in bytes.
  package var baseBytes: Int

  /// The header of a plan that will run with `header`.
  package init(_ header: ManifestHeader) {
    tool = header.tool
    libraries = header.libraries
    jobSHA256 = header.jobSHA256
    baseBytes = BatchPlan.baseBytes
  }

  private enum CodingKeys: String, CodingKey {
    case tool, libraries
    case jobSHA256 = "job_sha256"
    case baseBytes = "base_bytes"
  }
}
