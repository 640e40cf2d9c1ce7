import Planning

/// Makes the outputs of one image after the other. Used by one thread.
package protocol Renderer: AnyObject {
  /// Makes the outputs of `plan` that have an open descriptor in `targets`, which has one, or nil, for each, from the
  /// file open at `source`.
  ///
  /// What the image is to blame for is in the outcome; what stops the batch is thrown.
  func render(_ plan: ImagePlan, source: Int32, targets: [Int32?]) throws(WorkerTrouble) -> ImageOutcome
}

/// Renders in the thread that asks for it: for pictures that can be trusted.
package final class ThreadRenderer: Renderer {
  private let workspace = Workspace()

  package init() {}

  package func render(_ plan: ImagePlan, source: Int32, targets: [Int32?]) -> ImageOutcome {
    ImageRenderer.render(plan, source: source, targets: targets, workspace: workspace)
  }
}
