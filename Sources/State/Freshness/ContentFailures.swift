import ImageModel
import Planning
import Rendering
import Survey
import System

/// The outputs of one image that failed because of the source's content.
package struct ContentFailures: Sendable {
  /// The number of failed outputs.
  package let count: Int
  /// A hash of the source's version, of the failures, and of the version of the mask file if the plan has one.
  let hash: String

  /// Takes those failures in `outputs` whose reason lies in the content of the source of `image`. `store` tells
  /// the source's version. Nil if there is no such failure, or if the source is gone.
  package init?(_ image: ImagePlan, _ outputs: [OutputOutcome], _ store: SourceStore) {
    let failed = outputs.indices.filter { outputs[$0].error?.isOfContent == true }
    guard !failed.isEmpty, let version = store.version(of: image) else { return nil }
    let item = JournalItem(
      source: image.source, id: image.id, version: version, sourceSHA256: nil,
      outputs: failed.map { index in
        JournalOutput(
          path: String(index), recipe: "", outcome: OutputOutcome(error: outputs[index].error), file: nil)
      })
    count = failed.count
    let mask = image.mask?.versionText ?? ""
    hash = SHA256.digest(of: JournalLine.item(item).bytes + Array(mask.utf8))
  }
}
