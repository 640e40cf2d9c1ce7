import Imaging
import Planning
import Rendering
import System

/// Makes the outputs of images, one image at a time. A renderer belongs to one thread.
package protocol Renderer: AnyObject {
  /// Makes outputs of `plan` from the file open at `source`, and from the mask file open at `mask` if the plan has one.
  /// `targets` has an open descriptor for each
  /// output, or nil for an output to skip.
  ///
  /// Faults of the image are in the outcome; trouble that stops the batch is thrown.
  func render(
    _ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]
  ) throws(WorkerTrouble) -> ImageOutcome

  /// The measurement of the last image. Nil if none was wanted, or if the worker process died.
  var measurement: RenderMeasurement? { get }

  /// Frees the memory that the renderer keeps between images.
  func giveBack()
}

extension Renderer {
  /// Makes outputs of a plan without a mask file.
  package func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?]
  ) throws(WorkerTrouble) -> ImageOutcome {
    try render(plan, source: source, mask: nil, targets: targets)
  }
}

/// Renders in the calling thread, without a worker process. Use it only for trusted pictures.
package final class ThreadRenderer: Renderer {
  private var workspace: Workspace
  private let helpers: HelperPool?
  private let measures: Bool
  package private(set) var measurement: RenderMeasurement?

  /// A renderer with this number of `helpers`. With `measures` it measures the stages of each image.
  package init(helpers: Int = 0, measures: Bool = false) {
    self.helpers = helpers > 0 ? HelperPool(helpers) : nil
    self.measures = measures
    workspace = Self.workspace(self.helpers)
  }

  package func render(_ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]) -> ImageOutcome {
    let outcome: ImageOutcome
    (outcome, measurement) = ImageRenderer.render(
      plan, source: source, mask: mask, targets: targets, workspace: workspace, measures: measures)
    return outcome
  }

  package func giveBack() { workspace = Self.workspace(helpers) }

  /// A workspace that keeps at most 1 MiB of buffers for the next image, because all threads share the
  /// process's memory. Its buffers and filter banks together take at most ``BatchPlan/keptBytes``.
  private static func workspace(_ helpers: HelperPool?) -> Workspace {
    Workspace(keeping: 1 << 20, helpers: helpers)
  }
}
