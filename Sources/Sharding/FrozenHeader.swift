import JSON
import JobFile
import Planning
import Reporting

/// The first line of a frozen plan: all of the job that isn't in the plans of its images.
package struct FrozenHeader: Hashable, Sendable, Decodable {
  /// Number of this format.
  package var plan: Int
  package var tool: String
  package var recipeNumber: Int
  package var libraries: LibraryVersions
  /// SHA-256 of the job file, in hexadecimal.
  package var jobSHA256: String
  package var baseBytes: Int
  /// Sources.
  package var images: Int
  /// Rows of the manifest.
  package var rows: Int
  /// Absolute path of the job file.
  package var jobFile: String
  /// Absolute path of the base folder.
  package var base: String
  /// The job file's text.
  package var job: String
  package var shards: [Shard]
  /// The place in the job's `exports` of the entry whose files shards write themselves; nil where merging writes all.
  package var tars: Int?

  /// The lines of one shard. They follow each other, in the order of the shards.
  package struct Shard: Hashable, Sendable, Decodable {
    package var images: Int
    package var rows: Int
    /// Predicted, in nanoseconds of a processor.
    package var cost: Int
    /// Of all its lines, their ends included.
    package var bytes: Int
    /// SHA-256 of its lines, in hexadecimal.
    package var sha256: String

    /// False for numbers that no plan has.
    var isSound: Bool {
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
    case base, job, shards, tars
  }

  /// The header of a plan for `folders` that isn't cut yet, of a job file that holds `text`.
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
    job = String(decoding: text, as: UTF8.self)
    shards = []
    tars = nil
  }

  /// What is the same in every row of the manifest.
  package var manifest: ManifestHeader {
    ManifestHeader(jobSHA256: jobSHA256, tool: tool, recipeNumber: recipeNumber, libraries: libraries)
  }
}

extension FrozenHeader: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
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
      json.field("job", job)
      json.field("shards", shards)
      json.fieldIfPresent("tars", tars)
    }
  }
}

extension FrozenHeader.Shard: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("images", images)
      json.field("rows", rows)
      json.field("cost", cost)
      json.field("bytes", bytes)
      json.field("sha256", sha256)
    }
  }
}
