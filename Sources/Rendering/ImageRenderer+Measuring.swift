import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Renders as ``render(_:source:targets:workspace:clock:)`` does, and with `measures` says what it took.
  package static func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?], workspace: Workspace, measures: Bool
  ) -> (ImageOutcome, RenderMeasurement?) {
    if !measures {
      return (render(plan, source: source, targets: targets, workspace: workspace), nil)
    }
    // What earlier images left is no image's as long as no plane is in it.
    let clock = StageClock(heap: { Allocator.bytesInUse - workspace.buffers.staleBytes })
    let (graphs, buffers) = (workspace.graphs.lookups, workspace.buffers.lookups)
    let outcome = render(plan, source: source, targets: targets, workspace: workspace, clock: clock)
    var measurement = RenderMeasurement()
    measurement.stages = clock.costs
    measurement.graphs = workspace.graphs.lookups - graphs
    measurement.buffers = workspace.buffers.lookups - buffers
    return (outcome, measurement)
  }
}
