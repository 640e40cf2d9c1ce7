import ImageModel
import Planning
import Rendering

extension JournalItem {
  /// The outcome of an image's outputs, as the journal's item notes it.
  package func outcome(of image: ImagePlan) -> ImageOutcome {
    ImageOutcome(
      sourceSHA256: sourceSHA256, maskSHA256: mask?.sha256,
      outputs: records(of: image).enumerated().map { index, record in
        if let error = image.failure(ofOutput: index) { return OutputOutcome(error: error) }
        return record?.outcome ?? OutputOutcome(error: .notStarted)
      })
  }
}

extension ImageOutcome {
  /// Removes the hash of the source or of its mask file if the plan makes no output from it. A run without a journal
  /// would not know the hash either.
  mutating func forgetUnreadFiles(_ image: ImagePlan) {
    let made = outputs.indices.filter { index in
      image.failure(ofOutput: index) == nil && outputs[index].error?.isSkipped != true
    }
    if made.isEmpty { sourceSHA256 = nil }
    if !made.contains(where: { image.outputs[$0].mask != nil }) { maskSHA256 = nil }
  }

  /// The outcome of an image that was not started, or can't be made.
  package static func notStarted(_ image: ImagePlan) -> ImageOutcome {
    ImageOutcome(
      sourceSHA256: nil,
      outputs: image.outputs.indices.map { OutputOutcome(error: image.failure(ofOutput: $0) ?? .notStarted) })
  }
}
