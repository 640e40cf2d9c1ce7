import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Renders as ``render(_:source:targets:workspace:clock:)`` does; with `measures` it returns a
  /// measurement.
  package static func render(
    _ plan: ImagePlan, source: Int32, mask: Int32? = nil, targets: [Int32?], workspace: Workspace,
    measures: Bool
  ) -> (ImageOutcome, RenderMeasurement?) {
    if !measures {
      return (render(plan, source: source, mask: mask, targets: targets, workspace: workspace), nil)
    }
    // A buffer that an earlier image left counts only from the moment when this image uses the buffer.
    let clock = StageClock(heap: { Allocator.bytesInUse - workspace.buffers.staleBytes })
    let (filters, buffers) = (workspace.filters.lookups, workspace.buffers.lookups)
    let outcome = render(
      plan, source: source, mask: mask, targets: targets, workspace: workspace, clock: clock)
    var measurement = RenderMeasurement()
    measurement.stages = clock.costs
    measurement.filters = workspace.filters.lookups - filters
    measurement.buffers = workspace.buffers.lookups - buffers
    return (outcome, measurement)
  }
}
