import JSON
import Reporting
import Survey

/// A line of a job lock: a fact that must stay the same for the job to give the same result.
package enum LockLine: Hashable, Sendable {
  /// The first line: job file and versions.
  case header(ManifestHeader)
  /// An annotation file, an ICC profile, or a file with names of classes. The text is the file's name, as
  /// messages show it.
  case annotations(String, FileHash?)
  /// An item of the plan.
  case source(LockedSource)

  /// The format number that this version writes and reads.
  package static let format = 2
}

/// An item of a plan, as a job lock records it.
package struct LockedSource: Hashable, Sendable {
  /// The source's name in the manifest.
  package var source: String
  package var id: String
  /// The content's size and hash; nil if the source couldn't be read.
  package var sum: FileHash?
  /// The image's recipe: 32 hexadecimal digits.
  package var recipe: String

  package init(source: String, id: String, sum: FileHash?, recipe: String) {
    self.source = source
    self.id = id
    self.sum = sum
    self.recipe = recipe
  }
}

extension LockLine: JSONObject {
  /// Writes all keys of the line's kind.
  package func writeFields(to json: inout JSONWriter) {
    switch self {
    case .header(let header):
      json.field("lock", Self.format)
      json.field("job_sha256", header.jobSHA256)
      json.field("tool", header.tool)
      json.field("recipe_number", header.recipeNumber)
      json.field("libraries", header.libraries)
    case .annotations(let name, let sum):
      json.field("annotations", name)
      json.sum(sum)
    case .source(let source):
      json.field("source", source.source)
      json.field("id", source.id)
      json.sum(source.sum)
      json.field("recipe", source.recipe)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func sum(_ sum: FileHash?) {
    field("bytes", sum?.bytes)
    field("sha256", sum?.sha256.hexadecimal)
  }
}
