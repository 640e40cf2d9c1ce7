import ImageModel
import Planning

/// The numbers of sources and outputs in a whole plan, and the numbers of outputs that a person should check.
package struct PlanCounts: Hashable, Sendable {
  package private(set) var sources = 0
  package private(set) var outputs = 0
  /// The number of outputs whose crop was clipped to the picture.
  package private(set) var clipped = 0
  /// The number of outputs that can't be made.
  package private(set) var failing = 0
  /// The number of outputs whose pictures the job leaves out.
  package private(set) var filtered = 0
  /// The number of outputs whose picture has doubtful boxes: the job may declare the wrong space for the
  /// boxes.
  package private(set) var doubtful = 0
  /// True if annotation files have boxes on the pictures.
  package private(set) var hasBoxes = false
  /// True if outputs show mask files.
  package private(set) var hasMasks = false

  package init(_ plan: BatchPlan) {
    sources = plan.images.count
    for image in plan.images {
      outputs += image.outputs.count
      if image.boxes?.isEmpty == false { hasBoxes = true }
      if image.mask != nil { hasMasks = true }
      if image.isDoubtful { doubtful += image.outputs.count }
      for place in image.outputs.indices {
        let marks = image.marks(ofOutputs: place..<place + 1)
        if marks.contains(.clipped) { clipped += 1 }
        if marks.contains(.fails) { failing += 1 }
        if marks.contains(.filtered) { filtered += 1 }
      }
    }
  }
}
