import ImageModel
import Planning
import Rendering
import Synchronization
import System

/// Outputs that were made before the plan, in the decode that found the facts about their picture. Their files wait
/// among the temporary files. A run takes the outputs that its plan wants, and removes the rest.
///
/// So a picture is decoded once, and still only the plan decides. A picture with one output takes about 250 bytes here
/// until its image begins, and the text of a placeholder.
package final class MadeAhead: Sendable {
  /// The outputs of a picture.
  private struct Picture {
    let key: PictureKey
    let sourceSum: Checksum?
    let outputs: [Output]
  }

  private struct Output {
    let sum: Checksum?
    let outcome: (bytes: Int?, findings: [Finding])
    let file: FinishedFile
  }

  private let versions: RecipeVersions
  /// The pictures, by the index of their image.
  private let pictures = Mutex<[Int: Picture]>([:])
  private let isFull = Atomic(false)

  /// `versions` are those of the libraries that make the outputs.
  package init(_ versions: RecipeVersions) { self.versions = versions }

  /// Keeps `files`, the whole outputs of `image`, with their outcomes. Returns false, and keeps nothing, if the
  /// outputs can't be found again: the image has no version, or an output without a recipe.
  package func add(_ image: ImagePlan, _ outcome: ImageOutcome, _ files: [FinishedFile]) -> Bool {
    guard let key = key(of: image), files.count == image.outputs.count else { return false }
    let outputs = zip(outcome.outputs, files).map { output, file in
      Output(
        sum: output.sha256.flatMap { Checksum(hexadecimal: $0) }, outcome: (output.bytes, output.findings),
        file: file)
    }
    let sum = outcome.sourceSHA256.flatMap { Checksum(hexadecimal: $0) }
    pictures.withLock { $0[image.index] = Picture(key: key, sourceSum: sum, outputs: outputs) }
    return true
  }

  /// Notes that a file couldn't be written: no more outputs are made ahead.
  package func stop() { isFull.store(true, ordering: .relaxed) }

  /// True after ``stop()``.
  package var hasStopped: Bool { isFull.load(ordering: .relaxed) }

  /// True if outputs are made for the item of `image`. Only ``take(_:)`` tells if they are those of its plan.
  package func has(_ image: ImagePlan) -> Bool { pictures.withLock { $0[image.index] != nil } }

  /// The outputs of `image`, which the caller must put in place or remove; nil if they aren't made.
  package func take(_ image: ImagePlan) -> (outcome: ImageOutcome, files: [FinishedFile])? {
    guard let made = pictures.withLock({ $0[image.index] }), made.key == key(of: image) else { return nil }
    pictures.withLock { $0[image.index] = nil }
    let outputs = made.outputs.map { output in
      var outcome = OutputOutcome()
      outcome.sha256 = output.sum?.hexadecimal
      (outcome.bytes, outcome.findings) = output.outcome
      return outcome
    }
    return (
      ImageOutcome(sourceSHA256: made.sourceSum?.hexadecimal, outputs: outputs), made.outputs.map(\.file)
    )
  }

  /// A hash of the source's name and version, and the recipes of all outputs. Nil for an image without a version, or with
  /// an output that can't be made.
  private func key(of image: ImagePlan) -> PictureKey? {
    var recipes = ""
    for index in image.outputs.indices {
      guard let recipe = Recipe.digest(ofOutput: index, in: image, versions: versions) else { return nil }
      recipes += recipe
    }
    return PictureKey(image, recipes)
  }
}
