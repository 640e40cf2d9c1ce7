import ImageModel
import Planning
import Rendering

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
  /// Leaves out the source's hash where nothing was made of it: no run that began anew would know it.
  mutating func forgetUnreadSource(_ image: ImagePlan) {
    let isUnread = outputs.indices.allSatisfy { index in
      image.failure(ofOutput: index) != nil || outputs[index].error?.isSkipped == true
    }
    if isUnread { sourceSHA256 = nil }
  }

  /// What came of an image that was not started, or can't be made.
  package static func notStarted(_ image: ImagePlan) -> ImageOutcome {
    ImageOutcome(
      sourceSHA256: nil,
      outputs: image.outputs.indices.map { OutputOutcome(error: image.failure(ofOutput: $0) ?? .notStarted) })
  }
}
