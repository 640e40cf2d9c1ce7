import ImageModel
import Planning
import Rendering
import Synchronization
import System

/// Outputs that were made before the plan, in the decode that found the facts about their picture. Their files wait
/// among the temporary files. A run takes the outputs that its plan wants, and removes the rest.
///
/// So a picture is decoded once, and still only the plan decides. A picture with one output takes about 250 bytes here
/// until its image begins.
package final class MadeAhead: Sendable {
  /// A hash of the item's place, its source's name and version, and the recipes of all outputs.
  private struct Key: Hashable {
    let high: UInt64
    let low: UInt64
  }

  /// What was made of a picture.
  private struct Picture {
    let sourceSum: Checksum?
    let outputs: [Output]
  }

  private struct Output {
    let sum: Checksum?
    let outcome: (bytes: Int?, findings: [Finding])
    let file: FinishedFile
  }

  private let versions: RecipeVersions
  private let pictures = Mutex<[Key: Picture]>([:])

  /// `versions` are those of the libraries that make the outputs.
  package init(_ versions: RecipeVersions) { self.versions = versions }

  /// Keeps `files`, the whole outputs of `image`, with their outcomes. Returns false if it can't be told later what was
  /// made: then nothing is kept.
  package func add(_ image: ImagePlan, _ outcome: ImageOutcome, _ files: [FinishedFile]) -> Bool {
    guard let key = key(of: image), files.count == image.outputs.count else { return false }
    let outputs = zip(outcome.outputs, files).map { output, file in
      Output(
        sum: output.sha256.flatMap { Checksum(hexadecimal: $0) }, outcome: (output.bytes, output.findings),
        file: file)
    }
    let sum = outcome.sourceSHA256.flatMap { Checksum(hexadecimal: $0) }
    pictures.withLock { $0[key] = Picture(sourceSum: sum, outputs: outputs) }
    return true
  }

  /// True if the outputs of `image` are made.
  package func has(_ image: ImagePlan) -> Bool {
    guard let key = key(of: image) else { return false }
    return pictures.withLock { $0[key] != nil }
  }

  /// The outputs of `image`, which the caller must put in place or remove; nil if they aren't made.
  package func take(_ image: ImagePlan) -> (outcome: ImageOutcome, files: [FinishedFile])? {
    guard let key = key(of: image), let made = pictures.withLock({ $0.removeValue(forKey: key) }) else {
      return nil
    }
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

  /// Nil for an image without a version, or with an output that can't be made.
  private func key(of image: ImagePlan) -> Key? {
    guard let file = image.version?.file else { return nil }
    var text = "\(image.index) \(image.source)\n\(file.bytes) \(file.modified) \(file.inode)\n"
    for index in image.outputs.indices {
      guard let recipe = Recipe.digest(ofOutput: index, in: image, versions: versions) else { return nil }
      text += recipe
    }
    let digest = SHA256.digest(of: Array(text.utf8), bytes: 16)
    guard let high = UInt64(digest.prefix(16), radix: 16), let low = UInt64(digest.suffix(16), radix: 16)
    else { return nil }
    return Key(high: high, low: low)
  }
}
