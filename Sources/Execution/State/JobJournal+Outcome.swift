import ImageModel
import Planning

extension JournalItem {
  /// What came of an image's outputs, as noted.
  package func outcome(of image: ImagePlan) -> ImageOutcome {
    ImageOutcome(
      sourceSHA256: sourceSHA256,
      outputs: image.outputs.enumerated().map { index, output in
        if let error = image.failure(ofOutput: index) { return OutputOutcome(error: error) }
        return self.output(at: output.path ?? "", hint: index)?.outcome ?? OutputOutcome(error: .notStarted)
      })
  }
}

extension ImageOutcome {
  /// What came of an image that was not started, or can't be made.
  package static func notStarted(_ image: ImagePlan) -> ImageOutcome {
    ImageOutcome(
      sourceSHA256: nil,
      outputs: image.outputs.indices.map { OutputOutcome(error: image.failure(ofOutput: $0) ?? .notStarted) })
  }
}

extension Finding {
  /// An image that the run did not come to.
  package static var notStarted: Finding { Finding(.stopped, "not started: the run stopped before it") }
}
