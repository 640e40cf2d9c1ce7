import Imaging
import Planning
import Rendering
import System

/// Makes the outputs of one image after the other. Used by one thread.
package protocol Renderer: AnyObject {
  /// Makes the outputs of `plan` that have an open descriptor in `targets`, which has one, or nil, for each, from the
  /// file open at `source`.
  ///
  /// What the image is to blame for is in the outcome; what stops the batch is thrown.
  func render(_ plan: ImagePlan, source: Int32, targets: [Int32?]) throws(WorkerTrouble) -> ImageOutcome

  /// What the last image took; nil where nobody asked for that, and where its worker died of it.
  var measurement: RenderMeasurement? { get }

  /// Gives back the memory that it keeps from image to image.
  func giveBack()
}

/// Renders in the thread that asks for it: for pictures that can be trusted.
package final class ThreadRenderer: Renderer {
  private var workspace: Workspace
  private let helpers: HelperPool?
  private let measures: Bool
  package private(set) var measurement: RenderMeasurement?

  /// A renderer that has so many `helpers`, and with `measures` says what the stages of each image took.
  package init(helpers: Int = 0, measures: Bool = false) {
    self.helpers = helpers > 0 ? HelperPool(helpers) : nil
    self.measures = measures
    workspace = Self.workspace(self.helpers)
  }

  package func render(_ plan: ImagePlan, source: Int32, targets: [Int32?]) -> ImageOutcome {
    let outcome: ImageOutcome
    (outcome, measurement) = ImageRenderer.render(
      plan, source: source, targets: targets, workspace: workspace, measures: measures)
    return outcome
  }

  package func giveBack() { workspace = Self.workspace(helpers) }

  /// Threads share their memory: what one keeps must not be missed by another (``BatchPlan/keptBytes``).
  private static func workspace(_ helpers: HelperPool?) -> Workspace {
    Workspace(keeping: 1 << 20, helpers: helpers)
  }
}
