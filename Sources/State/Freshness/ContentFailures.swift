import ImageModel
import Planning
import Rendering
import Survey
import System

/// The outputs of one image that failed because of the source's content.
package struct ContentFailures: Sendable {
  /// The number of failed outputs.
  package let count: Int
  /// A hash of the source's version and of the failures.
  let hash: String

  /// Takes those failures in `outputs` whose reason lies in the source's content. `image` names the source.
  /// `folders` are the job's folders, and give the source's path. Nil if there is no such failure, or if the
  /// source is gone.
  package init?(_ image: ImagePlan, _ outputs: [OutputOutcome], _ folders: JobFolders) {
    let failed = outputs.indices.filter { outputs[$0].error?.isOfContent == true }
    guard !failed.isEmpty, let version = SourceVersion(at: folders.path(of: image)) else { return nil }
    let item = JournalItem(
      source: image.source, id: image.id, version: version, sourceSHA256: nil,
      outputs: failed.map { index in
        JournalOutput(
          path: String(index), recipe: "", outcome: OutputOutcome(error: outputs[index].error), file: nil)
      })
    count = failed.count
    hash = SHA256.digest(of: JournalLine.item(item).bytes)
  }
}
