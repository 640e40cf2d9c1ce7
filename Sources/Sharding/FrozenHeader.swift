import ImageModel
import JSON
import JobFile
import Planning
import Reporting

/// The first line of a frozen plan: everything about the job that isn't in the plans of its images.
package struct FrozenHeader: Hashable, Sendable, Decodable {
  /// The version number of the frozen plan's format.
  package var plan: Int
  package var tool: String
  package var recipeNumber: Int
  package var libraries: LibraryVersions
  /// The job file's SHA-256 in hexadecimal.
  package var jobSHA256: String
  package var baseBytes: Int
  /// The number of images: one for each line after the header.
  package var images: Int
  /// The number of manifest rows.
  package var rows: Int
  /// The job file's absolute path.
  package var jobFile: String
  /// The base folder's absolute path.
  package var base: String
  /// The absolute path of the folder for the state of jobs, if `--state` named one; nil if the job file tells it.
  package var state: String?
  /// The job file's text.
  package var job: String
  package var shards: [Shard]
  /// The index of an entry in the job's `exports`. The shards write the shards of an export of this entry themselves.
  /// Nil if `merge` writes all files.
  package var tars: Int?
  /// The names and the skeleton of keypoints that annotation files give for categories; nil if they give none.
  package var keypoints: [CategoryKeypoints]?

  /// Describes the lines of one shard. In the frozen plan, the shards' lines stand in the order of `shards`.
  package struct Shard: Hashable, Sendable, Decodable {
    package var images: Int
    package var rows: Int
    /// The predicted processor time of the shard, in nanoseconds.
    package var cost: Int
    /// Bytes of all lines of the shard, including line ends.
    package var bytes: Int
    /// The SHA-256 of the shard's lines, in hexadecimal.
    package var sha256: String

    /// True if all numbers of the shard are in their possible ranges.
    var isConsistent: Bool {
      [images, rows, cost].allSatisfy { (0...1 << 60).contains($0) } && (0...1 << 45).contains(bytes)
    }
  }

  package static let format = 2

  package enum CodingKeys: String, CodingKey {
    case plan, tool
    case recipeNumber = "recipe_number"
    case libraries
    case jobSHA256 = "job_sha256"
    case baseBytes = "base_bytes"
    case images, rows
    case jobFile = "job_file"
    case base, state, job, shards, tars, keypoints
  }

  /// The header of `plan`, before the plan is cut into shards. `folders` holds the job's places, and `text`
  /// is the job file's content.
  package init(_ plan: BatchPlan, _ manifest: ManifestHeader, _ folders: JobFolders, text: [UInt8]) {
    self.plan = Self.format
    tool = manifest.tool
    recipeNumber = manifest.recipeNumber
    libraries = manifest.libraries
    jobSHA256 = manifest.jobSHA256
    baseBytes = BatchPlan.baseBytes
    images = plan.images.count
    rows = plan.rows
    jobFile = folders.jobFile
    base = folders.base
    state = folders.namedStates
    job = String(decoding: text, as: UTF8.self)
    shards = []
    tars = nil
    keypoints = plan.keypoints.isEmpty ? nil : plan.keypoints
  }

  /// The values that are equal in every row of the manifest.
  package var manifest: ManifestHeader {
    ManifestHeader(jobSHA256: jobSHA256, tool: tool, recipeNumber: recipeNumber, libraries: libraries)
  }
}

extension FrozenHeader: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("plan", plan)
    json.field("tool", tool)
    json.field("recipe_number", recipeNumber)
    json.field("libraries", libraries)
    json.field("job_sha256", jobSHA256)
    json.field("base_bytes", baseBytes)
    json.field("images", images)
    json.field("rows", rows)
    json.field("job_file", jobFile)
    json.field("base", base)
    json.fieldIfPresent("state", state)
    json.field("job", job)
    json.field("shards", shards)
    json.fieldIfPresent("tars", tars)
    json.fieldIfPresent("keypoints", keypoints)
  }
}

extension FrozenHeader.Shard: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("images", images)
    json.field("rows", rows)
    json.field("cost", cost)
    json.field("bytes", bytes)
    json.field("sha256", sha256)
  }
}
