import Planning

extension ImageRenderer {
  /// Renders as ``render(_:source:targets:workspace:clock:)`` does, and with `measures` says what it took.
  static func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?], workspace: Workspace, measures: Bool
  ) -> (ImageOutcome, RenderMeasurement?) {
    if !measures {
      return (render(plan, source: source, targets: targets, workspace: workspace), nil)
    }
    let clock = StageClock()
    let (hits, misses) = (workspace.graphs.hits, workspace.graphs.misses)
    let outcome = render(plan, source: source, targets: targets, workspace: workspace, clock: clock)
    var measurement = RenderMeasurement()
    measurement.stages = clock.costs
    measurement.graphs = GraphLookups(
      hits: workspace.graphs.hits - hits, misses: workspace.graphs.misses - misses)
    return (outcome, measurement)
  }
}
