import JSON
import Reporting
import Survey

/// A line of a lock: what must be as it is for the job to come out the same.
package enum LockLine: Hashable, Sendable {
  /// The first one: job file and versions.
  case header(ManifestHeader)
  /// An annotation file, by the name that messages call it by.
  case annotations(String, FileSum?)
  /// An item of the plan.
  case source(LockedSource)

  /// The format that this version writes and reads.
  package static let format = 2
}

/// An item of a plan in a lock.
package struct LockedSource: Hashable, Sendable {
  /// As the manifest names it.
  package var source: String
  package var id: String
  /// What is in it; nil where it can't be read.
  package var sum: FileSum?
  /// How its outputs are made: 32 hexadecimal digits.
  package var recipe: String

  package init(source: String, id: String, sum: FileSum?, recipe: String) {
    self.source = source
    self.id = id
    self.sum = sum
    self.recipe = recipe
  }
}

extension LockLine: JSONWritable {
  /// An object with all keys of its kind.
  package func write(to json: inout JSONWriter) {
    json.object { json in
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
}

extension JSONWriter {
  fileprivate mutating func sum(_ sum: FileSum?) {
    field("bytes", sum?.bytes)
    field("sha256", sum?.sha256.hexadecimal)
  }
}
