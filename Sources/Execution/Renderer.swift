import Planning

/// Makes images' outputs from open descriptors. Used by one thread.
package protocol Renderer: AnyObject {
  /// Makes the outputs of `plan` that have an open descriptor in `targets` from the file open at `source`.
  ///
  /// What is wrong with the picture or an output is in the outcome. Throws where that can't be had at all.
  func render(_ plan: ImagePlan, source: Int32, targets: [Int32?]) throws(SystemError) -> ImageOutcome
}

/// Renders in the thread that asks.
package final class ThreadRenderer: Renderer {
  private let workspace = Workspace()

  package init() {}

  package func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?]
  ) throws(SystemError) -> ImageOutcome {
    ImageRenderer.render(plan, source: source, targets: targets, workspace: workspace)
  }
}
