import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Renders as ``render(_:source:targets:workspace:clock:)`` does; with `measures` it returns a
  /// measurement.
  package static func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?], workspace: Workspace, measures: Bool
  ) -> (ImageOutcome, RenderMeasurement?) {
    if !measures {
      return (render(plan, source: source, targets: targets, workspace: workspace), nil)
    }
    // A buffer that an earlier image left counts only from the moment when this image uses the buffer.
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
